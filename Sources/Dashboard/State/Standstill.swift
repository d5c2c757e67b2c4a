extension Dashboard.State {
  /// How long the picture stays as it is, but for its spinners, while nothing happens: until a time that is shown counts
  /// on. Zero if more than that moves, nil if no time counts.
  var timeUntilChange: Duration? {
    // A countdown has a bar that shrinks, and the box of runs has their ages.
    if error?.reset != nil { return .zero }
    if case .runs = overlay { return .zero }
    let running = buttons.lazy.filter { $0.phase == .running }.compactMap(\.duration)
    return ([longestRun].compactMap(\.self) + running).map(\.timeUntilNextSecond).min()
  }
}

extension Duration {
  /// How long it takes until one more whole second is over.
  fileprivate var timeUntilNextSecond: Duration {
    .nanoseconds(1_000_000_000 - max(self, .zero).components.attoseconds / 1_000_000_000)
  }
}
