#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Writes the number of each signal that arrives into a pipe: the only thing that a signal handler has to do.
enum SignalWriter {
  /// The action on a signal whose number is written into the pipe. Install it after this call.
  /// - Parameter flags: Flags of `sigaction` besides `SA_RESTART`.
  static func action(on signal: Int32, writingTo pipe: SelfPipe, flags: Int32 = 0) -> SignalAction {
    allWriteEnds[Int(signal)] = pipe.writeEnd
    writeEnds = allWriteEnds
    return .handler(writeNumber, flags: flags)
  }

  /// Stops writing the number of a signal, whose pipe is about to be closed.
  static func stop(_ signal: Int32) {
    allWriteEnds[Int(signal)] = -1
  }
}

/// The write end of the pipe of each signal, by its number; -1 for none. The memory is never freed.
nonisolated(unsafe) private let allWriteEnds: UnsafeMutablePointer<Int32> = {
  let count = 65
  let ends = UnsafeMutablePointer<Int32>.allocate(capacity: count)
  ends.initialize(repeating: -1, count: count)
  return ends
}()

/// The same for the handler. A constant initial value, so that reading it in the handler runs no initialiser.
nonisolated(unsafe) private var writeEnds: UnsafeMutablePointer<Int32>? = nil

private func writeNumber(_ signal: Int32) {
  guard let writeEnd = writeEnds?[Int(signal)], writeEnd >= 0 else { return }
  let error = errno
  SelfPipe.write(UInt8(truncatingIfNeeded: signal), to: writeEnd)
  errno = error
}
