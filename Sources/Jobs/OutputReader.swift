#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Reads lines from a pipe to its end, on the output thread.
///
/// While little arrives it pauses after each read, up to 16 ms: a command that prints line by line then costs 60
/// reads a second instead of one for each line, and nobody sees the difference in a picture that changes 20 times a
/// second. When much arrives it does not pause, so the writer is hardly ever held up by a full pipe.
///
/// All state is touched on that thread only, which makes the class safe to share.
final class OutputReader: @unchecked Sendable {
  private static let bufferSize = 16 * 1024
  private static let longestPause = 16

  let descriptor: FileDescriptor
  private let thread: OutputThread
  private let onLines: @Sendable ([OutputLine]) -> Void
  private var decoder: OutputDecoder
  private var lines: [OutputLine] = []
  private var pause = 0
  private var pauseEnd: Int?
  private var waiters: [Waiter] = []
  private(set) var hasEnded = false

  private struct Waiter {
    let deadline: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// Begins to read. The descriptor must not block; it belongs to the reader now, which closes it.
  ///
  /// - Parameter onLines: Called with the lines of each read, never none, on the output thread.
  init(
    _ descriptor: FileDescriptor, decoder: OutputDecoder, thread: OutputThread,
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) {
    self.descriptor = descriptor
    self.decoder = decoder
    self.thread = thread
    self.onLines = onLines
    thread.perform { thread.add(self) }
  }

  /// Waits for the end of the output, and returns whether it came within the limit.
  ///
  /// At the end the last line has been handed over and the descriptor is closed.
  func waitForEnd(atMost limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      thread.perform { self.addWaiter(continuation, limit: limit) }
    }
  }

  /// Makes this moment the end of the output: what the pipe holds is read, the rest is not.
  func giveUp() async {
    await withCheckedContinuation { continuation in
      thread.perform {
        if !self.hasEnded {
          _ = self.read()
          self.end()
        }
        continuation.resume()
      }
    }
  }

  // MARK: On the output thread

  /// Nothing is read for the time being.
  var isPausing: Bool { pauseEnd != nil }

  /// When `expire` has something to do next.
  var due: Int? { ([pauseEnd] + waiters.map(\.deadline)).compactMap(\.self).min() }

  /// Reads what the pipe holds, and begins a pause if that was little.
  func readAvailable(at now: Int) {
    let (count, isAtEnd) = read()
    if isAtEnd {
      end()
    } else if count < Self.bufferSize, waiters.isEmpty {
      pause = min(max(1, pause * 2), Self.longestPause)
      pauseEnd = (now / pause + 1) * pause
    } else {
      pause = 0
    }
  }

  /// Ends the pause and the patience of those who wait, where they are over.
  func expire(at now: Int) {
    if let pauseEnd, pauseEnd <= now { self.pauseEnd = nil }
    for waiter in waiters where waiter.deadline <= now { waiter.continuation.resume(returning: false) }
    waiters.removeAll { $0.deadline <= now }
  }

  /// Reads until there is no more, but not for ever, for others wait. Returns how many bytes it was.
  private func read() -> (count: Int, isAtEnd: Bool) {
    var total = 0
    var isAtEnd = false
    withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 1) { buffer in
      repeat {
        do {
          let count = try descriptor.read(into: buffer)
          isAtEnd = count == 0
          decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { lines.append($0) }
          total += count
          if count < buffer.count { break }
        } catch {
          isAtEnd = error as? Errno != .wouldBlock
          break
        }
      } while total < 16 * Self.bufferSize
    }
    handOver()
    return (total, isAtEnd)
  }

  private func handOver() {
    if lines.isEmpty { return }
    onLines(lines)
    lines.removeAll(keepingCapacity: lines.capacity <= 1024)
  }

  private func end() {
    hasEnded = true
    try? descriptor.close()
    if let line = decoder.finish() { lines.append(line) }
    handOver()
    for waiter in waiters { waiter.continuation.resume(returning: true) }
    waiters = []
  }

  private func addWaiter(_ continuation: CheckedContinuation<Bool, Never>, limit: Duration) {
    if hasEnded { return continuation.resume(returning: true) }
    pauseEnd = nil
    let milliseconds = Int(limit / .milliseconds(1))
    waiters.append(Waiter(deadline: OutputThread.now + milliseconds, continuation: continuation))
  }
}
