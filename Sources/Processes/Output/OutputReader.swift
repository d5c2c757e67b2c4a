#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads lines from a pipe to its end, on the output thread.
///
/// For a panel it pauses after each read, up to 32 ms: a command that prints line by line then costs 30 reads a second
/// instead of one for each line, and nobody sees the difference in a picture that changes 20 times a second. A pipe that
/// fills up in the meantime is made larger, where the system lets us, so that the writer is not held up: 32 MiB a second
/// go through. One that prints more without end, as `yes` does, waits, since it would take a whole processor otherwise.
///
/// Without pauses it reads whatever is there as soon as it is there, as long as the flow is not held.
///
/// All state is touched on that thread only, which makes the class safe to share.
final class OutputReader: @unchecked Sendable {
  private static let longestPause = 32
  /// How fast a full pipe is emptied at most, in bytes a millisecond.
  private static let fullSpeed = 32 * 1024
  /// How many lines come with one read at most while nothing is unusual.
  private static let usualLineCount = 512

  let descriptor: FileDescriptor
  private let thread: OutputThread
  private let pauses: Bool
  private let flow: OutputFlow?
  private let onBytes: (@Sendable (UnsafeRawBufferPointer) -> Void)?
  private let enough: @Sendable () -> Int?
  private let onLines: @Sendable ([OutputLine]) -> Void
  private var capacity = OutputPipe.usualCapacity
  private var decoder: OutputDecoder
  private var lines: [OutputLine] = []
  private var pause = 0
  private var pauseEnd: Int?
  private var waiters: [Waiter] = []
  private var hasHungUp = false
  private(set) var hasEnded = false

  private struct Waiter {
    let deadline: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// Begins to read. The descriptor must not block; it belongs to the reader now, which closes it.
  ///
  /// - Parameters:
  ///   - pauses: Whether it pauses after each read, for the sake of the processor.
  ///   - flow: Nothing is read while this is held.
  ///   - onBytes: Called with the bytes of each read, and with none at the end, on the output thread.
  ///   - enough: How many of the last lines of each read are enough; nil for all.
  ///   - onLines: Called with the lines of each read, never none, on the output thread.
  init(
    _ descriptor: FileDescriptor, decoder: OutputDecoder, thread: OutputThread, pauses: Bool = true,
    flow: OutputFlow? = nil, onBytes: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
    enough: @escaping @Sendable () -> Int? = { nil }, onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) {
    self.descriptor = descriptor
    self.decoder = decoder
    self.thread = thread
    self.pauses = pauses
    self.flow = flow
    self.onBytes = onBytes
    self.enough = enough
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

  /// What `poll` is to wait for; nil while nothing is read.
  ///
  /// While the flow is held, that is the end of all who could write: the pipe hangs up, which `poll` reports unasked.
  var events: CInt? {
    if pauseEnd != nil { return nil }
    if flow?.isHeld != true { return POLLIN }
    return waiters.isEmpty || hasHungUp ? nil : 0
  }

  /// Nobody can write any more, while the flow is held. What the pipe still has is read once the flow is not held. The end
  /// no longer has a limit: the consumer takes its time, and nobody keeps the output open.
  func hangUp() {
    var count: CInt = 0
    if ioctl(descriptor.rawValue, UInt(FIONREAD), &count) == 0, count == 0 { return end() }
    hasHungUp = true
  }

  /// When `expire` has something to do next.
  var due: Int? {
    if hasHungUp { return pauseEnd }
    return waiters.reduce(pauseEnd) { due, waiter in min(due ?? waiter.deadline, waiter.deadline) }
  }

  /// Reads what the pipe holds, and begins a pause where there are any.
  func readAvailable(at now: Int) {
    let (count, isAtEnd) = read()
    if isAtEnd { return end() }
    guard pauses else { return }
    if count >= capacity / 2 {
      capacity = OutputPipe.enlarge(descriptor) ?? capacity
      pause = max(1, capacity / Self.fullSpeed)
    } else if waiters.isEmpty {
      pause = min(max(1, pause * 2), Self.longestPause)
    } else {
      pause = 0
      return
    }
    pauseEnd = (now / pause + 1) * pause
  }

  /// Makes a pause last until then at least.
  func extendPause(to moment: Int) {
    if let pauseEnd { self.pauseEnd = max(pauseEnd, moment) }
  }

  /// Ends the pause and the patience of those who wait, where they are over.
  func expire(at now: Int) {
    if let pauseEnd, pauseEnd <= now { self.pauseEnd = nil }
    if hasHungUp { return }
    for waiter in waiters where waiter.deadline <= now { waiter.continuation.resume(returning: false) }
    waiters.removeAll { $0.deadline <= now }
  }

  /// Reads as much as the pipe can hold, and hands over its lines. Returns how many bytes it was.
  private func read() -> (count: Int, isAtEnd: Bool) {
    let buffer = thread.buffer(ofAtLeast: capacity)
    do {
      let count = try descriptor.read(into: buffer)
      if count == 0 { return (0, true) }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      onBytes?(bytes)
      // A local array, since each access to one of an object is checked.
      var arrived: [OutputLine] = []
      swap(&arrived, &lines)
      decoder.decode(bytes, enough: enough()) { arrived.append($0) }
      swap(&arrived, &lines)
      handOver()
      return (count, false)
    } catch {
      return (0, error as? Errno != .wouldBlock)
    }
  }

  private func handOver() {
    if lines.isEmpty { return }
    onLines(lines)
    // Room for a steady flood is kept; that for one long moment would be held by each reader for ever.
    lines.removeAll(keepingCapacity: lines.capacity <= Self.usualLineCount)
  }

  private func end() {
    hasEnded = true
    try? descriptor.close()
    onBytes?(UnsafeRawBufferPointer(start: nil, count: 0))
    if let line = decoder.finish() { lines.append(line) }
    handOver()
    for waiter in waiters { waiter.continuation.resume(returning: true) }
    waiters = []
  }

  private func addWaiter(_ continuation: CheckedContinuation<Bool, Never>, limit: Duration) {
    if hasEnded { return continuation.resume(returning: true) }
    pauseEnd = nil
    let milliseconds = Int(limit / .milliseconds(1))
    waiters.append(Waiter(deadline: MonotonicTime.now + milliseconds, continuation: continuation))
  }
}
