/// Makes a failing history shorter: leaves out ever smaller pieces as long as what remains still fails.
public enum Shrinking {
  /// The shortest history found.
  ///
  /// - Parameters:
  ///   - attempts: how often `fails` is asked at most.
  ///   - limit: how long it is asked at most, for histories that take long to play.
  ///   - fails: must be false for the empty history to be of use.
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
