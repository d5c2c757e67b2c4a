internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard output, written from any thread, one text after the other.
///
/// A writer waits while the reader of a pipe is slow, and so do the commands whose output it is: nothing piles up. When
/// the program is about to end, `stopWaiting()` sets a waiting writer free; what cannot be written at once is dropped.
final class StandardOutput: @unchecked Sendable {
  private let descriptor: Int32
  private let onFailure: @Sendable (_ errno: Int32) -> Void
  private let lock = Lock()
  private var hasFailed = false
  private var wakeEnds: [Int32] = [-1, -1]

  /// Whether a person sees what is printed.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The most that a pipe takes without waiting once `poll` says that it can be written to.
  private static let chunk = Int(PIPE_BUF)

  /// - Parameter onFailure: Called once, on the writing thread, when nothing can be written any more.
  init(_ descriptor: Int32 = STDOUT_FILENO, onFailure: @escaping @Sendable (_ errno: Int32) -> Void) {
    self.descriptor = descriptor
    self.onFailure = onFailure
    guard pipe(&wakeEnds) == 0 else { return }
    for end in wakeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    for end in wakeEnds where end >= 0 { close(end) }
  }

  /// Nothing can be written any more: the reader of a pipe has gone, as a rule.
  var isBroken: Bool { lock.withLock { hasFailed } }

  func write(_ text: String) {
    var text = text
    let failure = lock.withLock { () -> Int32? in
      guard !hasFailed else { return nil }
      let failure = text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
      hasFailed = failure != nil
      return failure
    }
    if let failure { onFailure(failure) }
  }

  /// Writes lines for people.
  func write(lines: [TerminalText]) { write(verbatim: lines.map(\.string)) }

  /// Writes lines as they are: JSON, which escapes what is not safe to show, and what commands have printed.
  func write(verbatim lines: [String]) {
    guard !lines.isEmpty else { return }
    write(lines.joined(separator: "\n") + "\n")
  }

  /// From now on nobody waits for a slow reader.
  func stopWaiting() {
    _ = [UInt8(0)].withUnsafeBytes { systemWrite(wakeEnds[1], $0) }
  }

  /// Returns why the rest could not be written; nil when it was, or was dropped.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      guard waitUntilWritable() else { return nil }
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest.prefix(Self.chunk)))
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno != EINTR && errno != EAGAIN {
        return errno
      }
    }
    return nil
  }

  /// False when nobody is to wait any longer and nothing can be written at once.
  private func waitUntilWritable() -> Bool {
    var questions = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: wakeEnds[0], events: Int16(POLLIN), revents: 0),
    ]
    while poll(&questions, 2, -1) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return true }
    }
    return questions[0].revents != 0
  }

  private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
