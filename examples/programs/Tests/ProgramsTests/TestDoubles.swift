import SignalboxTesting

/// What the outside does wrong in these tests.
struct Offline: Error, Equatable {}

/// Lets the main actor do other work until a condition holds. The time limit of the suite ends a wait for
/// something that never comes.
@MainActor func waitUntil(_ condition: @MainActor () -> Bool) async {
  while !condition() { await Task.yield() }
}

extension Recorder where Value == String {
  /// The values and the seconds at which they came, such as `1: ready`.
  var lines: [String] { events.map { "\($0.time / .seconds(1)): \($0.value)".replacing(".0: ", with: ": ") } }
}
