/// How long other tests have kept the main actor busy: leases run out meanwhile, as on a machine that stands
/// still.
@MainActor
final class StallWatch {
  private var last = ContinuousClock.now
  private var longest = Duration.zero

  init() {
    Task { [weak self] in
      while let self {
        tick()
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func tick() {
    let now = ContinuousClock.now
    longest = max(longest, now - last)
    last = now
  }

  /// Whether a lease may have run out without a fault.
  var hasStalled: Bool {
    tick()
    return longest > .seconds(3)
  }
}
