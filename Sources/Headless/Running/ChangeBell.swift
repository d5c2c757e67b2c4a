/// Resumes the tasks that wait for the next change.
@MainActor
final class ChangeBell {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns in the turn after the next `ring()`.
  func next() async {
    await withCheckedContinuation { waiting.append($0) }
  }

  func ring() {
    let woken = waiting
    waiting = []
    for one in woken { one.resume() }
  }
}
