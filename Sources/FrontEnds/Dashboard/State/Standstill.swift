import Boundary

extension Dashboard.State {
  /// How long the picture stays the same, apart from spinners, if no event occurs: the time until a displayed
  /// duration reaches its next second. Zero if the picture changes continuously, nil if it shows no time.
  var timeUntilChange: Duration? {
    if isStale { return nil }
    // A countdown has a bar that shrinks, and the box of runs shows ages.
    if error?.reset != nil { return .zero }
    if mode.overlay?.showsAges == true { return .zero }
    var times = [timeUntilRunShows, log?.introduction?.timeUntilChange, longestRun?.timeUntilNextSecond]
    // A button is large: it is read where it stands.
    for index in buttons.indices {
      if buttons[index].face == .phase(.ready) {
        times.append(buttons[index].duration?.timeUntilNextMinute)
      } else if buttons[index].phase.isPresent {
        times.append(buttons[index].duration?.timeUntilNextSecond)
      }
      if let countdown = buttons[index].countdown, countdown > .zero {
        times.append(countdown.timeToWholeSecond)
      }
    }
    return times.compactMap(\.self).min()
  }
}

extension Duration {
  /// For a time that is left: how long until the next whole number of seconds is left, and a millisecond, so
  /// that the next number is shown then.
  fileprivate var timeToWholeSecond: Duration {
    let rest = components.attoseconds / 1_000_000_000
    return .nanoseconds((rest == 0 ? 1_000_000_000 : rest) + 1_000_000)
  }

  /// The time until one more whole second has passed.
  fileprivate var timeUntilNextSecond: Duration {
    .nanoseconds(1_000_000_000 - max(self, .zero).components.attoseconds / 1_000_000_000)
  }

  /// The time until one more whole minute has passed, and a millisecond.
  fileprivate var timeUntilNextMinute: Duration {
    let passed = max(self, .zero)
    return .seconds(60 * (passed.components.seconds / 60 + 1)) - passed + .milliseconds(1)
  }
}
