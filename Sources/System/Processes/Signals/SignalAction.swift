#if canImport(Darwin)
package import Darwin
#else
package import Glibc
#endif

/// What the process does when a signal arrives: `sigaction` under one name on every platform.
package struct SignalAction {
  package typealias Handler = @convention(c) (Int32) -> Void
  package typealias DetailedHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  private var action: sigaction

  /// The default action: most signals end the process.
  package static var `default`: SignalAction {
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = SIG_DFL
    #else
    action.__sigaction_handler.sa_handler = SIG_DFL
    #endif
    return SignalAction(action: action)
  }

  /// Calls a handler; system calls that were interrupted are restarted.
  /// - Parameter flags: Flags besides `SA_RESTART`.
  package static func handler(_ handler: @escaping Handler, flags: Int32 = 0) -> SignalAction {
    var new = SignalAction.default
    new.action.sa_flags = Int32(SA_RESTART) | flags
    #if canImport(Darwin)
    new.action.__sigaction_u.__sa_handler = handler
    #else
    new.action.__sigaction_handler.sa_handler = handler
    #endif
    return new
  }

  /// Calls a handler for a crash: on the alternate stack, because the stack may have overflowed, and with all
  /// other signals blocked.
  package static func crashHandler(_ handler: @escaping DetailedHandler) -> SignalAction {
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

  /// The present action on this signal.
  package static func current(of signal: Int32) -> SignalAction {
    var old = sigaction()
    sigaction(signal, nil, &old)
    return SignalAction(action: old)
  }

  /// True if the signal is ignored, as `nohup` arranges for HUP.
  package var isIgnoring: Bool { address == unsafeBitCast(SIG_IGN, to: Int.self) }

  /// True if no handler is installed.
  var isDefault: Bool { address == unsafeBitCast(SIG_DFL, to: Int.self) }

  /// The address of the handler, or the number that stands for none.
  private var address: Int {
    #if canImport(Darwin)
    unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }

  /// Calls the handler, if there is one, with the signals blocked that its mask names. Safe in a signal
  /// handler.
  package func callHandler(
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

  /// Makes this the action on the signal.
  package func install(for signal: Int32) {
    var new = action
    sigaction(signal, &new, nil)
  }
}
