/// A moment by the clocks of a machine.
package struct ClusterMoment: Sendable, Equatable {
  /// By a clock that never goes back, and may stand still while the machine sleeps, as timers do.
  package var time: Duration
  /// By a clock that never goes back, and also runs while the machine sleeps.
  package var continuous: Duration
  /// In milliseconds since 1970. Only shown.
  package var wall: Int64

  package init(time: Duration, continuous: Duration, wall: Int64) {
    (self.time, self.continuous, self.wall) = (time, continuous, wall)
  }

  /// How long the machine has slept so far, but for a constant.
  var sleep: Duration { continuous - time }
}

extension ClusterMoment {
  /// A later moment. The clocks that never go back do not, whatever it says.
  mutating func advance(to later: Self) {
    time = max(time, later.time)
    continuous = max(continuous, later.continuous)
    wall = later.wall
  }
}
