import Dispatch
package import Programs
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Connects the terminal of a person with a program that they have entered, in both directions, on a thread
/// of its own, until one of them ends.
///
/// The terminal must be in raw mode. In the end all is reset there that the program has set.
package final class TerminalBridge: Sendable {
  package enum End: Sendable, Equatable {
    /// The person has pressed the key for leaving, or ``TerminalBridge/close()`` was called.
    case left
    /// The channel has ended: its other side knows why.
    case channelEnded
    /// The terminal has ended.
    case terminalEnded
  }

  /// The most bytes that wait for a program which does not read. More is dropped, with the bell.
  private static let typedLimit = 64 * 1024
  private static let closeLimit = DispatchTimeInterval.milliseconds(500)

  private let channel: Int32
  private let input: Int32
  private let output: Int32
  private let leaveKey: LeaveKey
  private let endsLine: Bool
  private let wakeUp: SelfPipe
  private let ended = DispatchSemaphore(value: 0)
  private let onEnd: @Sendable (End) -> Void

  /// Begins to pass bytes.
  /// - Parameters:
  ///   - channel: A descriptor that the bridge takes ownership of.
  ///   - endsLine: Whether a line that the program has begun is ended, because lines follow.
  ///   - onEnd: Called once, on another thread, when everything was reset and the channel is closed.
  package init(
    channel: Int32, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, leaveKey: LeaveKey = .usual,
    endsLine: Bool = false, onEnd: @escaping @Sendable (End) -> Void
  ) throws(SystemCallError) {
    self.channel = channel
    self.input = input
    self.output = output
    self.leaveKey = leaveKey
    self.endsLine = endsLine
    self.onEnd = onEnd
    wakeUp = try SelfPipe()
    _ = fcntl(channel, F_SETFL, fcntl(channel, F_GETFL) | O_NONBLOCK)
    try DedicatedThread.start("signalbox.bridge", stackSize: 256 * 1024) { [self] in
      let end = pass()
      Descriptor.close(channel)
      ended.signal()
      onEnd(end)
    }
  }

  deinit { wakeUp.close() }

  /// Ends it from any thread, and returns when the terminal was reset, or does not take that.
  package func close() {
    wakeUp.write(0)
    if ended.wait(timeout: .now() + Self.closeLimit) == .success { ended.signal() }
  }

  // MARK: On its thread

  private func pass() -> End {
    var modes = TerminalModes()
    defer {
      let ending = endsLine && !modes.isAtLineStart ? Array("\r\n".utf8) : []
      _ = (modes.resettingBytes + ending).withUnsafeBytes { Descriptor.write($0, to: output) }
    }
    var typed: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      var requests = [
        pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: channel, events: Int16(typed.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
      ]
      guard poll(&requests, nfds_t(requests.count), -1) >= 0 else { continue }
      if requests[0].revents != 0 { return .left }
      if requests[2].revents & Int16(POLLOUT) != 0, !write(&typed) { return .channelEnded }
      if requests[2].revents & ~Int16(POLLOUT) != 0 {
        switch Self.read(channel, into: buffer) {
        case nil: return .channelEnded
        case let bytes?:
          modes.take(bytes)
          if Descriptor.write(bytes, to: output) != nil { return .terminalEnded }
        }
      }
      if requests[1].revents != 0 {
        guard let bytes = Self.read(input, into: buffer) else { return .terminalEnded }
        let keys = Array(bytes)
        let before = leaveKey.prefix(of: keys)
        add(before ?? keys[...], to: &typed)
        let isOpen = write(&typed)
        if before != nil { return .left }
        if !isOpen { return .channelEnded }
      }
    }
  }

  private func add(_ keys: ArraySlice<UInt8>, to typed: inout [UInt8]) {
    guard typed.count + keys.count <= Self.typedLimit else {
      _ = withUnsafeBytes(of: UInt8(0x07)) { Descriptor.write($0, to: output) }
      return
    }
    typed += keys
  }

  /// Writes what the channel takes now. Returns false if it has ended.
  private func write(_ typed: inout [UInt8]) -> Bool {
    while !typed.isEmpty {
      let count = typed.withUnsafeBytes { TerminalChannel.write($0, to: channel) }
      if count > 0 {
        typed.removeFirst(count)
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Reads what has arrived; nil at the end.
  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    #if canImport(Darwin)
    let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
    if count < 0, errno == EAGAIN || errno == EINTR { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return count > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<count]) : nil
  }
}
