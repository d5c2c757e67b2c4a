internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Puts the terminal in order when the program crashes, and then ends it by the same signal: its message appears on the
/// normal screen, in a shell that works.
///
/// The handlers that were installed before do not run. The one of the Swift runtime looks for a program that prints a
/// backtrace: if there is none, it drops the signal, and the process goes on; if there is one, that takes seconds, and asks
/// questions on the terminal. They run if the variable `SWIFT_BACKTRACE` is set, because then somebody wants a backtrace.
///
/// Every trap of Swift is SIGILL (SIGTRAP on arm). The handler runs in a broken program, so it only writes bytes that
/// were made ready before, and makes calls that are allowed in a signal handler.
@MainActor
struct CrashGuard {
  /// Arms the guard. There is one in a process.
  ///
  /// - Parameters:
  ///   - discipline: what the terminal goes back to.
  ///   - capture: messages to be shown after all; nil if standard error is not captured.
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
      // Some shells and supervisors start programs with such a signal ignored.
      if !SignalAction.current(of: signal).isIgnoring {
        SignalAction.crashHandler(handleCrash).install(for: signal)
      }
    }
    state.pointee.isArmed = true
  }

  /// Replaces the bytes that switch off the terminal's modes.
  func setResetBytes(_ bytes: [UInt8]) {
    guard let state = crashState else { return }
    let count = min(bytes.count, CrashState.capacity)
    state.pointee.resetBytes.update(from: bytes, count: count)
    state.pointee.resetCount = count
  }

  /// Sets what else is done at a crash, after the terminal was put in order.
  ///
  /// - Parameter action: must be safe in a signal handler: no memory, no lock.
  func setAction(_ action: (@convention(c) () -> Void)?) {
    crashState?.pointee.action = action
  }

  /// Gives this thread a stack of its own for signals, if it has none: a stack that ran over cannot carry the handler.
  ///
  /// The main queue wanders between threads under `dispatchMain()`, so this is asked at each event; it costs a comparison.
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

  /// Ends the guard; the signals do again what they did before.
  func disarm() {
    guard let state = crashState else { return }
    state.pointee.isArmed = false
    for signal in CrashState.signals {
      state.pointee.earlierActions[Int(signal)].install(for: signal)
    }
    state.pointee.closeDescriptors()
  }

  /// While the screen is given back, a crash has nothing to put in order.
  func setArmed(_ isArmed: Bool) {
    crashState?.pointee.isArmed = isArmed
  }
}

/// What the handler needs, in memory that was taken beforehand and is never given back.
private struct CrashState {
  /// Crashes, and whatever else ends a program that takes no notice of it.
  static let signals: [Int32] = [
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1,
    SIGUSR2,
  ]
  static let capacity = 512
  static let stackSize = 65_536

  var isArmed = false
  /// Where frames are written.
  var output: Int32 = -1
  /// The same terminal, for nobody but the handler.
  var ownOutput: Int32 = -1
  var nowhere: Int32 = -1
  var discipline = termios()
  var resetBytes: UnsafeMutablePointer<UInt8>
  var resetCount = 0
  var capturedErrors: Int32 = -1
  var originalErrors: Int32 = -1
  var buffer: UnsafeMutableRawBufferPointer
  var stack: UnsafeMutableRawBufferPointer
  var coveredThread: pthread_t?
  /// What the program has to do besides, whether or not the screen is ours.
  var action: (@convention(c) () -> Void)?
  /// Whether the handlers that were installed before run, too.
  var runsEarlierHandlers = false
  /// What a signal did before, by its number.
  var earlierActions: UnsafeMutablePointer<SignalAction>

  /// The one state of the process. Also sees to a program that calls `exit` without closing the terminal.
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

/// Written on the main thread before the handlers stand. A pointer with a constant start, so that reading it runs no
/// initialiser.
nonisolated(unsafe) private var crashState: UnsafeMutablePointer<CrashState>? = nil

/// Safe in a signal handler.
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
  // The crash may be in another thread than the one that draws, which goes on until the end of the process.
  if state.pointee.isArmed, state.pointee.nowhere >= 0 { dup2(state.pointee.nowhere, state.pointee.output) }
  restoreTerminal()
  state.pointee.action?()
  if state.pointee.runsEarlierHandlers {
    state.pointee.earlierActions[Int(signal)].callHandler(signal, information, context)
  }
  SignalAction.default.install(for: signal)
  // A fault happens again on return, and a core dump then shows where. Other signals do not come again (a trap instruction
  // may have been stepped over, too): those are raised.
  let isSent = (information?.pointee.si_code ?? 0) <= 0
  switch signal {
  case SIGILL, SIGSEGV, SIGBUS, SIGFPE: if isSent { ProcessEnd.raiseUnblocked(signal) }
  default: ProcessEnd.raiseUnblocked(signal)
  }
}
