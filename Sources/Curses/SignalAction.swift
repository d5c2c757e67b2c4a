#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What the process does when a signal arrives: `sigaction` under one name on every platform.
struct SignalAction {
  typealias Handler = @convention(c) (Int32) -> Void
  typealias DetailedHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  var action: sigaction

  /// What a process does by itself: most signals end it.
  static var `default`: SignalAction {
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = SIG_DFL
    #else
    action.__sigaction_handler.sa_handler = SIG_DFL
    #endif
    return SignalAction(action: action)
  }

  /// Calls a handler; system calls that were interrupted go on.
  static func handler(_ handler: @escaping Handler) -> SignalAction {
    var new = SignalAction.default
    new.action.sa_flags = SA_RESTART
    #if canImport(Darwin)
    new.action.__sigaction_u.__sa_handler = handler
    #else
    new.action.__sigaction_handler.sa_handler = handler
    #endif
    return new
  }

  /// Calls a handler for a crash: on the alternate stack, because the own one may have run over, and with all other
  /// signals held back.
  static func crashHandler(_ handler: @escaping DetailedHandler) -> SignalAction {
    var new = SignalAction.default
    sigfillset(&new.action.sa_mask)
    new.action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO) | Int32(truncatingIfNeeded: SA_ONSTACK)
    #if canImport(Darwin)
    new.action.__sigaction_u.__sa_sigaction = handler
    #else
    new.action.__sigaction_handler.sa_sigaction = handler
    #endif
    return new
  }

  /// What happens on this signal now.
  static func current(of signal: Int32) -> SignalAction {
    var old = sigaction()
    sigaction(signal, nil, &old)
    return SignalAction(action: old)
  }

  /// True if the signal is thrown away, as `nohup` arranges for HUP.
  var isIgnoring: Bool {
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #else
    let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes this what happens on the signal.
  func install(for signal: Int32) {
    var new = action
    sigaction(signal, &new, nil)
  }
}
