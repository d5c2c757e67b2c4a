internal import Programs
import Synchronization

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Notices when a program reads keys from a terminal on which nobody can type.
///
/// Its terminal is looked at when the program has been silent for a while. A program may begin to read keys
/// later than it prints, as those that start slowly do, so it is looked at again after twice the time, and so
/// on.
final class KeyWatch: TerminalListener {
  private struct State {
    /// How long the program is silent before its terminal is looked at next, in microseconds.
    var silence = QuestionDetector.silence
    /// A program that prints nothing may read keys as well.
    var silenceEnd: Int? = MonotonicTime.microseconds + QuestionDetector.silence
    var isOver = false

    mutating func wait(_ silence: Int, from now: Int) {
      self.silence = silence
      silenceEnd = isOver || silence > longestSilence ? nil : now + silence
    }
  }

  /// The longest silence after which the terminal is looked at, in microseconds: about four minutes. Nothing
  /// wakes up for a program that is silent for longer.
  private static let longestSilence = QuestionDetector.silence << 9

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
    state.withLock { $0.wait(QuestionDetector.silence, from: MonotonicTime.microseconds) }
  }

  var silenceEnd: Int? { state.withLock { $0.silenceEnd } }

  func fellSilent(at now: Int, _ screen: () -> (line: OutputLine?, column: Int)) {
    let wantsKeys = TerminalEcho(of: descriptor.rawValue)?.isCanonical == false
    state.withLock { state in
      state.isOver = state.isOver || wantsKeys
      state.wait(state.silence * 2, from: now)
    }
    if wantsKeys { onWanted() }
  }
}
