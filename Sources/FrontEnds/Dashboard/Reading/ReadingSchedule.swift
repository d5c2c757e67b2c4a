extension Dashboard {
  /// When the situation has to be read.
  struct ReadingSchedule {
    /// True if the situation has changed since it was last read.
    var isOutOfDate = true
    /// When it was last read.
    private(set) var last = Duration.zero
    /// When it must be read again even if nothing changes, because a displayed duration changes; nil for
    /// never.
    private var next: Duration?

    func isDue(at now: Duration) -> Bool { isOutOfDate || next.map { now >= $0 } ?? false }

    mutating func begin(at now: Duration) {
      isOutOfDate = false
      last = now
    }

    /// - Parameter time: How long the picture stays the same if nothing changes; nil for ever.
    mutating func expectChange(after time: Duration?) { next = time.map { last + $0 } }
  }
}
