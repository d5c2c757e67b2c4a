internal import Programs
import Synchronization

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Notices when a program reads keys from a terminal on which nobody can type.
final class KeyWatch: TerminalListener {
  private struct State {
    /// A program that prints nothing may read keys as well.
    var silenceEnd: Int? = MonotonicTime.microseconds + QuestionDetector.silence
    var isOver = false
  }

  let flow = OutputFlow()
  let needsBytesAtOnce = false
  private let descriptor: FileDescriptor
  private let state = Mutex(State())
  private let onWanted: @Sendable () -> Void

  /// - Parameters:
  ///   - descriptor: The side of the terminal that is no program's. It is used while it is read.
  ///   - onWanted: Called once, on the output thread, without a lock.
  init(_ descriptor: FileDescriptor, onWanted: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.onWanted = onWanted
  }

  func received(_ bytes: UnsafeRawBufferPointer, cursor: @autoclosure () -> (row: Int, column: Int)) {
    let end = MonotonicTime.microseconds + QuestionDetector.silence
    state.withLock { if !$0.isOver { $0.silenceEnd = end } }
  }

  var silenceEnd: Int? { state.withLock { $0.silenceEnd } }

  func fellSilent(at now: Int, _ screen: () -> (line: OutputLine?, column: Int)) {
    let wantsKeys = TerminalEcho(of: descriptor.rawValue)?.isCanonical == false
    state.withLock { state in
      state.silenceEnd = nil
      state.isOver = state.isOver || wantsKeys
    }
    if wantsKeys { onWanted() }
  }
}
