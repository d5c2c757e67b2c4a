internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Restores the terminal when the program crashes, and then ends the program by the same signal, so that the
/// message of the crash appears on the normal screen of a working shell.
///
/// Handlers that were installed earlier do not run. The handler of the Swift runtime starts a program that
/// prints a backtrace: if that program is missing, the signal is dropped and the process continues; otherwise
/// it takes seconds and asks questions on the terminal. Earlier handlers only run if the variable
/// `SWIFT_BACKTRACE` is set, which asks for a backtrace.
///
/// Swift's traps are SIGILL (SIGTRAP on ARM). The handler runs in a process whose state may be corrupt, so it
/// only writes bytes that were prepared earlier, and only makes async-signal-safe calls.
@MainActor
struct CrashGuard {
  /// Installs the handlers. There is one guard per process.
  ///
  /// - Parameters:
  ///   - discipline: The line settings to restore.
  ///   - capture: The captured messages to replay; nil if standard error is not captured.
  init(discipline: LineDiscipline, output: Int32, capture: StandardErrorCapture?) {
    let state = CrashState.prepared()
    state.pointee.openDescriptors(output: output)
    state.pointee.discipline = discipline.settings
    state.pointee.capturedErrors = capture?.file ?? -1
    state.pointee.originalErrors = capture?.original ?? -1
    state.pointee.runsEarlierHandlers = getenv("SWIFT_BACKTRACE").map { $0.pointee != 0 } ?? false
    coverCurrentThread()
    for signal in CrashState.signals {
      state.pointee.earlierActions[Int(signal)] = SignalAction.current(of: signal)
      // Some shells and supervisors start programs with one of these signals ignored; it stays ignored.
      if !SignalAction.current(of: signal).isIgnoring {
        SignalAction.crashHandler(handleCrash).install(for: signal)
      }
    }
    state.pointee.isArmed = true
  }

  /// Sets the bytes that switch off the terminal's modes.
  func setResetBytes(_ bytes: [UInt8]) {
    guard let state = crashState else { return }
    let count = min(bytes.count, CrashState.capacity)
    state.pointee.resetBytes.update(from: bytes, count: count)
    state.pointee.resetCount = count
  }

  /// Sets an action that runs on a crash, after the terminal was restored.
  ///
  /// - Parameter action: Must be async-signal-safe: no allocation, no locks.
  func setAction(_ action: (@convention(c) () -> Void)?) {
    crashState?.pointee.action = action
  }

  /// Gives the current thread an alternate signal stack if it has none: after a stack overflow the handler
  /// could not run on the normal one.
  ///
  /// Under `dispatchMain()` the main queue moves between threads, so this is called for each event. It costs
  /// a comparison.
  func coverCurrentThread() {
    guard let state = crashState else { return }
    let thread = pthread_self()
    guard state.pointee.coveredThread != thread else { return }
    state.pointee.coveredThread = thread
    var present = stack_t()
    sigaltstack(nil, &present)
    guard present.ss_flags & Int32(truncatingIfNeeded: SS_DISABLE) != 0 else { return }
    var own = stack_t()
    own.ss_sp = state.pointee.stack.baseAddress
    own.ss_size = CrashState.stackSize
    sigaltstack(&own, nil)
  }

  /// Uninstalls the handlers and restores the earlier ones.
  func disarm() {
    guard let state = crashState else { return }
    state.pointee.isArmed = false
    for signal in CrashState.signals {
      state.pointee.earlierActions[Int(signal)].install(for: signal)
    }
    state.pointee.closeDescriptors()
  }

  /// Sets whether a crash restores the terminal. False while the screen is released.
  func setArmed(_ isArmed: Bool) {
    crashState?.pointee.isArmed = isArmed
  }
}

/// What the handler needs, in memory that is allocated in advance and never freed.
private struct CrashState {
  /// The signals of crashes, and other signals whose default action ends the program.
  static let signals: [Int32] = [
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1,
    SIGUSR2,
  ]
  static let capacity = 512
  static let stackSize = 65_536

  var isArmed = false
  /// The descriptor to which frames are written.
  var output: Int32 = -1
  /// A duplicate of `output` that only the handler uses.
  var ownOutput: Int32 = -1
  /// A descriptor of `/dev/null`.
  var nowhere: Int32 = -1
  var discipline = termios()
  var resetBytes: UnsafeMutablePointer<UInt8>
  var resetCount = 0
  var capturedErrors: Int32 = -1
  var originalErrors: Int32 = -1
  var buffer: UnsafeMutableRawBufferPointer
  var stack: UnsafeMutableRawBufferPointer
  var coveredThread: pthread_t?
  /// The action of the program, which runs whether or not the screen is in use.
  var action: (@convention(c) () -> Void)?
  /// Whether the handlers that were installed earlier run as well.
  var runsEarlierHandlers = false
  /// The earlier action of each signal, indexed by its number.
  var earlierActions: UnsafeMutablePointer<SignalAction>

  /// The state of the process, created on first use. Also registers an `atexit` handler, for programs that
  /// call `exit` without closing the terminal.
  static func prepared() -> UnsafeMutablePointer<CrashState> {
    if let crashState { return crashState }
    let state = UnsafeMutablePointer<CrashState>.allocate(capacity: 1)
    let actions = UnsafeMutablePointer<SignalAction>.allocate(capacity: 32)
    actions.initialize(repeating: .default, count: 32)
    state.initialize(
      to: CrashState(
        resetBytes: .allocate(capacity: capacity),
        buffer: .allocate(byteCount: 4096, alignment: 16),
        stack: .allocate(byteCount: stackSize, alignment: 16),
        earlierActions: actions))
    crashState = state
    atexit { restoreTerminal() }
    return state
  }

  mutating func openDescriptors(output: Int32) {
    self.output = output
    ownOutput = dup(output)
    nowhere = open("/dev/null", O_WRONLY)
    for descriptor in [ownOutput, nowhere] where descriptor >= 0 { Descriptor.closeOnExecute(descriptor) }
  }

  mutating func closeDescriptors() {
    for descriptor in [ownOutput, nowhere] where descriptor >= 0 { Descriptor.close(descriptor) }
    (ownOutput, nowhere) = (-1, -1)
  }
}

/// Written on the main thread before the handlers are installed. A pointer with a constant initial value, so
/// that reading it runs no initializer.
nonisolated(unsafe) private var crashState: UnsafeMutablePointer<CrashState>? = nil

/// Async-signal-safe.
private func restoreTerminal() {
  guard let state = crashState, state.pointee.isArmed else { return }
  state.pointee.isArmed = false
  let bytes = UnsafeRawBufferPointer(start: state.pointee.resetBytes, count: state.pointee.resetCount)
  let output = state.pointee.ownOutput >= 0 ? state.pointee.ownOutput : state.pointee.output
  Descriptor.write(bytes, to: output)
  tcflush(output, TCIFLUSH)
  tcsetattr(output, TCSANOW, &state.pointee.discipline)
  if state.pointee.capturedErrors >= 0 {
    StandardErrorCapture.replay(
      file: state.pointee.capturedErrors, original: state.pointee.originalErrors, buffer: state.pointee.buffer
    )
  }
}

private func handleCrash(
  _ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  guard let state = crashState else { return }
  // Another thread than the crashed one may be drawing, and continues until the process ends: its output is
  // discarded.
  if state.pointee.isArmed, state.pointee.nowhere >= 0 { dup2(state.pointee.nowhere, state.pointee.output) }
  restoreTerminal()
  state.pointee.action?()
  if state.pointee.runsEarlierHandlers {
    state.pointee.earlierActions[Int(signal)].callHandler(signal, information, context)
  }
  SignalAction.default.install(for: signal)
  // A fault recurs when the handler returns, and the core dump then shows its place. Other signals do not
  // recur, and a trap instruction may already have been skipped: those are raised again.
  let isSent = (information?.pointee.si_code ?? 0) <= 0
  switch signal {
  case SIGILL, SIGSEGV, SIGBUS, SIGFPE: if isSent { ProcessEnd.raiseUnblocked(signal) }
  default: ProcessEnd.raiseUnblocked(signal)
  }
}
