/// Resumes the tasks that wait for the next change.
@MainActor
package final class ChangeBell {
  /// The number of changes so far.
  package private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init() {}

  /// Returns in the turn after the next `ring()`; at once if it was rung since the count had this value.
  package func next(after count: Int) async {
    if count != self.count { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  package func ring() {
    count += 1
    let woken = waiting
    waiting = []
    for one in woken { one.resume() }
  }
}
