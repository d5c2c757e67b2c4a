/// Shortens a failing history: removes smaller and smaller pieces as long as the rest still fails.
public enum Shrinking {
  /// Returns the shortest failing history found.
  ///
  /// - Parameters:
  /// - attempts: The maximum number of calls of `fails`.
  /// - limit: The maximum total time of these calls, for histories that take long to replay.
  /// - fails: Returns whether a history fails. It must return false for the empty history.
  public static func shortest<Element>(
    of history: [Element], attempts: Int = 500, within limit: Duration = .seconds(60),
    fails: ([Element]) -> Bool
  ) -> [Element] {
    var shortest = history
    var left = attempts
    let end = ContinuousClock.now.advanced(by: limit)
    var length = (history.count + 1) / 2
    while length > 0 {
      var start = 0
      var isShorter = false
      while start < shortest.count, left > 0, ContinuousClock.now < end {
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + length, candidate.count))
        left -= 1
        if fails(candidate) {
          shortest = candidate
          isShorter = true
        } else {
          start += length
        }
      }
      if left == 0 || ContinuousClock.now >= end { break }
      if !isShorter || length > shortest.count { length /= 2 }
    }
    return shortest
  }
}
