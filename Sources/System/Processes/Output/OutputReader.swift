internal import Programs
import TerminalUI

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

/// Reads lines from a pipe or a terminal to its end, on the output thread.
///
/// For a panel it pauses after each read, for up to 32 ms: a command that prints line by line then costs 30
/// reads a second instead of one for each line, and a panel that draws 20 frames a second shows no
/// difference. A pipe that fills up during a pause is enlarged, if the system allows that, so that its writer
/// does not wait: 128 MB a second pass. A command that prints more than that, such as `yes`, waits, because
/// decoding its output would take a whole processor. A terminal cannot be enlarged: it is read more often.
///
/// Without pauses it reads bytes as soon as they arrive, unless the flow is held.
///
/// `@unchecked Sendable`: the mutable properties are used on the output thread only.
final class OutputReader: @unchecked Sendable {
  /// The number of lines of one read that is not exceeded normally.
  private static let usualLineCount = 512

  let descriptor: FileDescriptor
  /// A terminal delivers at most 4 KiB at a time, and does not say how much it holds.
  private let isTerminal: Bool
  private let thread: OutputThread
  private let pauses: Bool
  private let flow: OutputFlow?
  private let listener: (any TerminalListener)?
  private let onBytes: (@Sendable (UnsafeRawBufferPointer) -> Void)?
  private let enough: @Sendable () -> Int?
  private let onLines: @Sendable ([OutputLine]) -> Void
  private let onUnfinished: @Sendable (OutputLine?) -> Void
  private var hasUnfinished = false
  private var decoder: OutputDecoder
  private var lines: [OutputLine] = []
  private var pause: ReadPause
  /// In microseconds of ``MonotonicTime``, as all times here.
  private var pauseEnd: Int?
  private var waiters: [Waiter] = []
  private var hasHungUp = false
  private(set) var hasEnded = false
  private var isMuted = false

  private struct Waiter {
    let deadline: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// Begins to read. The descriptor must not block. The reader takes ownership of it and closes it.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the descriptor is a side of a pseudo-terminal.
  ///   - pauses: Whether it pauses after each read, to save processor time.
  ///   - flow: Stops reading while it is held.
  ///   - listener: Receives everything that is printed on a terminal that people can enter.
  ///   - onBytes: Called with the bytes of each read, and with no bytes at the end, on the output thread.
  ///   - enough: How many of the last lines of each read are needed; nil for all.
  ///   - onUnfinished: Called with the line that has begun and not ended after a read, and with nil when it
  ///     has ended, after its line was delivered. Not called for each read of a flood.
  ///   - onLines: Called with the lines of each read, at least one, on the output thread.
  init(
    _ descriptor: FileDescriptor, isTerminal: Bool = false, decoder: OutputDecoder, thread: OutputThread,
    pauses: Bool = true, flow: OutputFlow? = nil,
    listener: (any TerminalListener)? = nil,
    onBytes: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
    enough: @escaping @Sendable () -> Int? = { nil },
    onUnfinished: @escaping @Sendable (OutputLine?) -> Void = { _ in },
    onLines: @escaping @Sendable ([OutputLine]) -> Void
  ) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    pause = ReadPause(isTerminal: isTerminal)
    self.decoder = decoder
    self.thread = thread
    self.pauses = pauses
    self.flow = flow
    self.listener = listener
    self.onBytes = onBytes
    self.enough = enough
    self.onLines = onLines
    self.onUnfinished = onUnfinished
    thread.perform { thread.add(self) }
  }

  /// Waits for the end of the output, and returns whether it came within the limit.
  ///
  /// At the end the last line has been delivered and the descriptor is closed.
  func waitForEnd(atMost limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      thread.perform { self.addWaiter(continuation, limit: limit) }
    }
  }

  /// Ends the output now: what the pipe holds is read, later bytes are not.
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

  /// Drops what arrives from now on: what the pipe holds is delivered, and its writers need not stop.
  func mute() async {
    await withCheckedContinuation { continuation in
      thread.perform {
        if !self.hasEnded {
          if self.read().isAtEnd {
            self.end()
          } else {
            self.deliverEnd()
            self.isMuted = true
          }
        }
        continuation.resume()
      }
    }
  }

  // MARK: On the output thread

  /// The events that `poll` waits for; nil while nothing is read.
  ///
  /// While the flow is held, it waits until the last writer has closed the pipe, which `poll` always reports.
  var events: CInt? {
    if pauseEnd != nil { return nil }
    if isMuted { return POLLIN }
    if flow?.isHeld != true, listener?.flow.isHeld != true { return POLLIN }
    return waiters.isEmpty || hasHungUp ? nil : 0
  }

  /// The last writer has closed the pipe while the flow is held. The remaining bytes are read when the flow
  /// resumes. The wait for the end has no limit from here on: no process keeps the output open, only the
  /// consumer is slow.
  func hangUp() {
    if isEmpty { return end() }
    hasHungUp = true
  }

  private var isEmpty: Bool {
    if isTerminal {
      var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLIN) == 0
    }
    var count: CInt = 0
    return ioctl(descriptor.rawValue, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// The next time at which `expire` has something to do.
  var due: Int? {
    if hasHungUp { return pauseEnd }
    let due = [pauseEnd, listener?.silenceEnd].compactMap(\.self).min()
    return waiters.reduce(due) { due, waiter in min(due ?? waiter.deadline, waiter.deadline) }
  }

  /// Reads what the pipe holds, and begins a pause if this reader pauses.
  func readAvailable(at now: Int) {
    let (count, isAtEnd) = read()
    if isAtEnd { return end() }
    guard pauses, listener?.needsBytesAtOnce != true else { return }
    if count >= pause.fullCount {
      if !isTerminal, let capacity = OutputPipe.enlarge(descriptor) { pause.capacity = capacity }
    } else if !waiters.isEmpty {
      pause.reset()
      return
    }
    pause.begin(after: count)
    pauseEnd = pause.end(at: now)
  }

  /// Extends the pause to this moment, if it would end earlier.
  func extendPause(to moment: Int) {
    if let pauseEnd { self.pauseEnd = max(pauseEnd, moment) }
  }

  /// Ends the pause, and the waits whose limit has passed.
  func expire(at now: Int) {
    if let pauseEnd, pauseEnd <= now { self.pauseEnd = nil }
    if hasHungUp { return }
    if let listener, let end = listener.silenceEnd, end <= now, !hasEnded {
      listener.fellSilent(at: now) { (decoder.unfinished, decoder.cursor.column) }
    }
    for waiter in waiters where waiter.deadline <= now { waiter.continuation.resume(returning: false) }
    waiters.removeAll { $0.deadline <= now }
  }

  /// Reads as much as the pipe can hold, and delivers its lines. Returns the number of bytes.
  private func read() -> (count: Int, isAtEnd: Bool) {
    let size = max(pause.capacity, OutputPipe.usualCapacity)
    let buffer = thread.buffer(ofAtLeast: size)
    let (count, isAtEnd) = fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    if count > 0 { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    return (count, isAtEnd)
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isAtEnd: Bool) {
    var count = 0
    do {
      repeat {
        let read = try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        if read == 0 { return (count, true) }
        count += read
      } while isTerminal && count < buffer.count
      return (count, false)
    } catch {
      // Once all programs have closed a terminal, reading fails on Linux, and is at the end elsewhere.
      return (count, error as? Errno != .wouldBlock)
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    if isMuted { return }
    onBytes?(bytes)
    // A local array, because each access to a property of an object is checked for exclusivity.
    var arrived: [OutputLine] = []
    swap(&arrived, &lines)
    decoder.decode(bytes, enough: enough()) { arrived.append($0) }
    swap(&arrived, &lines)
    handOver()
    listener?.received(bytes, cursor: decoder.cursor)
    if bytes.count < pause.fullCount { handOver(decoder.unfinished) }
  }

  /// The terminal has another size from now on.
  func resize(to size: Size) { decoder.resize(to: size) }

  private func handOver(_ unfinished: OutputLine?) {
    if unfinished == nil && !hasUnfinished { return }
    hasUnfinished = unfinished != nil
    onUnfinished(unfinished)
  }

  private func handOver() {
    if lines.isEmpty { return }
    onLines(lines)
    // Capacity for a steady flood is kept. Capacity for one large read would stay allocated in each reader.
    lines.removeAll(keepingCapacity: lines.capacity <= Self.usualLineCount)
  }

  private func end() {
    hasEnded = true
    try? descriptor.close()
    if !isMuted { deliverEnd() }
  }

  private func deliverEnd() {
    onBytes?(UnsafeRawBufferPointer(start: nil, count: 0))
    if let line = decoder.finish() { lines.append(line) }
    handOver()
    handOver(nil)
    for waiter in waiters { waiter.continuation.resume(returning: true) }
    waiters = []
  }

  private func addWaiter(_ continuation: CheckedContinuation<Bool, Never>, limit: Duration) {
    if hasEnded { return continuation.resume(returning: true) }
    pauseEnd = nil
    let deadline = MonotonicTime.microseconds + Int(limit / .microseconds(1))
    waiters.append(Waiter(deadline: deadline, continuation: continuation))
  }
}
