import Foundation
import Testing

/// A pipe, to see whether a descriptor of its write end is still open somewhere.
final class PipeEnds {
  private let readEnd: Int32
  private(set) var writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  var hasNoWriter: Bool {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, 0)
    return Int32(request.revents) & Int32(POLLHUP) != 0
  }
}
