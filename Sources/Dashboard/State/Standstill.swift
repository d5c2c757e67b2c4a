import Boundary

extension Dashboard.State {
  /// How long the picture stays the same, apart from spinners, if no event occurs: the time until a displayed
  /// duration reaches its next second. Zero if the picture changes continuously, nil if it shows no time.
  var timeUntilChange: Duration? {
    if isStale { return nil }
    // A countdown has a bar that shrinks, and the box of runs shows ages.
    if error?.reset != nil { return .zero }
    if case .runs = overlay { return .zero }
    let running = buttons.lazy.filter { $0.phase == .running }.compactMap(\.duration)
    return ([longestRun].compactMap(\.self) + running).map(\.timeUntilNextSecond).min()
  }
}

extension Duration {
  /// The time until one more whole second has passed.
  fileprivate var timeUntilNextSecond: Duration {
    .nanoseconds(1_000_000_000 - max(self, .zero).components.attoseconds / 1_000_000_000)
  }
}
