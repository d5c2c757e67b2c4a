/// Resumes the tasks that wait for the next change.
@MainActor
final class ChangeBell {
  /// The number of changes so far.
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns in the turn after the next `ring()`; at once if it was rung since the count had this value.
  func next(after count: Int) async {
    if count != self.count { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func ring() {
    count += 1
    let woken = waiting
    waiting = []
    for one in woken { one.resume() }
  }
}
