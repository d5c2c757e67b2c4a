#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A point in time after which a test no longer waits.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) {
    end = ContinuousClock.now.advanced(by: duration)
  }

  var isOver: Bool { ContinuousClock.now >= end }

  /// Waits until a descriptor can be read, or its other end has gone, or the deadline, or `atMost`. True if it can be read.
  func waitUntilReadable(_ descriptor: Int32, atMost: Duration = .seconds(3600)) -> Bool {
    wait(for: Int32(POLLIN), on: descriptor, atMost: atMost) != 0
  }

  /// Waits for one of these events of `poll`, or the end of the other side, or the deadline, or `atMost`. Returns what came,
  /// 0 for nothing.
  func wait(for events: Int32, on descriptor: Int32, atMost: Duration = .seconds(3600)) -> Int32 {
    let left = min(ContinuousClock.now.duration(to: end), atMost)
    let milliseconds = max(
      0, left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000)
    var question = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    return poll(&question, 1, Int32(clamping: milliseconds)) > 0 ? Int32(question.revents) : 0
  }
}

extension Duration {
  /// How long a test waits for what should come at once: a machine on which all tests run together may be slow.
  public static var patience: Duration { .seconds(60) }
}
