#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Distinguishes a terminal that has gone from one without input: ncurses returns ERR for both.
enum EndOfInput {
  /// True if the descriptor is readable but has nothing to read.
  static func isReached(on descriptor: Int32) -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&question, 1, 0) == 1 else { return false }
    if Int32(question.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) != 0 || count == 0
  }
}
