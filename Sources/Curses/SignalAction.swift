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

  /// Calls a handler for a crash: on the alternate stack, because the own one may have run over, and with all
  /// other signals held back.
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
  var isIgnoring: Bool { address == unsafeBitCast(SIG_IGN, to: Int.self) }

  /// True if nobody handles the signal.
  private var isDefault: Bool { address == unsafeBitCast(SIG_DFL, to: Int.self) }

  /// The handler, or the number that stands for none.
  private var address: Int {
    #if canImport(Darwin)
    unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }

  /// Calls the handler, if there is one, while the signals are blocked that it asked for. Safe in a signal
  /// handler.
  func callHandler(
    _ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    guard !isDefault, !isIgnoring else { return }
    #if canImport(Darwin)
    let (plain, detailed) = (action.__sigaction_u.__sa_handler, action.__sigaction_u.__sa_sigaction)
    #else
    let (plain, detailed) = (action.__sigaction_handler.sa_handler, action.__sigaction_handler.sa_sigaction)
    #endif
    var mask = action.sa_mask
    var earlierMask = sigset_t()
    pthread_sigmask(SIG_SETMASK, &mask, &earlierMask)
    if action.sa_flags & Int32(truncatingIfNeeded: SA_SIGINFO) != 0 {
      detailed?(signal, information, context)
    } else {
      plain?(signal)
    }
    pthread_sigmask(SIG_SETMASK, &earlierMask, nil)
  }

  /// Makes this what happens on the signal.
  func install(for signal: Int32) {
    var new = action
    sigaction(signal, &new, nil)
  }
}
