#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The time at which a test stops waiting.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) {
    end = ContinuousClock.now.advanced(by: duration)
  }

  var isOver: Bool { ContinuousClock.now >= end }

  /// Waits until a descriptor is readable or its other end is closed; at most until the deadline and for at
  /// most `atMost`. Returns whether it is readable or closed.
  func waitUntilReadable(_ descriptor: Int32, atMost: Duration = .seconds(3600)) -> Bool {
    wait(for: Int32(POLLIN), on: descriptor, atMost: atMost) != 0
  }

  /// Waits for one of these events of `poll`, or until the other end is closed; at most until the deadline
  /// and for at most `atMost`. Returns the events that occurred, or 0 for none.
  func wait(for events: Int32, on descriptor: Int32, atMost: Duration = .seconds(3600)) -> Int32 {
    let left = min(ContinuousClock.now.duration(to: end), atMost)
    let milliseconds = max(
      0, left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000)
    var question = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    return poll(&question, 1, Int32(clamping: milliseconds)) > 0 ? Int32(question.revents) : 0
  }
}

extension Duration {
  /// The default timeout for something that should happen immediately. It is generous, because a machine that
  /// runs all tests in parallel may be slow.
  public static var patience: Duration { .seconds(60) }
}
