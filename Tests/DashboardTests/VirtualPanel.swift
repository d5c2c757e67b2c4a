import Board
import Jobs
import SignalboxCore
import SignalboxTesting
import TerminalUI

@testable import Dashboard

/// A whole panel in memory, with virtual time: keys in, pictures out.
@MainActor
final class VirtualPanel {
  let scheduler = TestScheduler()
  let interlocking: Interlocking
  let model: Dashboard.Model
  private(set) var requests: [Dashboard.Model.Request] = []

  convenience init(
    _ actions: String, size: Size = Size(width: 80, height: 24),
    preferences: Dashboard.Preferences = Dashboard.Preferences(), isReadOnly: Bool = false
  ) throws {
    try self.init(
      Board.parse("title: Test\nactions:\n" + actions, file: "test.yml"), size: size,
      preferences: preferences, isReadOnly: isReadOnly)
  }

  init(
    _ board: Board, size: Size = Size(width: 80, height: 24),
    preferences: Dashboard.Preferences = Dashboard.Preferences(), isReadOnly: Bool = false
  ) {
    let scheduler = scheduler
    var environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    environment.wallSeconds = { UInt32(scheduler.elapsed.components.seconds) }
    interlocking = Interlocking(board, environment: environment)
    model = Dashboard.Model(
      interlocking, glyphs: .unicode, size: size, preferences: preferences, isReadOnly: isReadOnly,
      scheduler: scheduler,
      clock: WallClock(
        text: { ago in Self.clockTime((scheduler.elapsed - ago).components.seconds) },
        time: { seconds in Self.clockTime(Int64(seconds)) }))
    model.onRequest = { [weak self] in self?.requests.append($0) }
  }

  private static nonisolated func clockTime(_ seconds: Int64) -> String {
    "14:\(twoDigits(seconds / 60)):\(twoDigits(seconds % 60))"
  }

  private static nonisolated func twoDigits(_ number: Int64) -> String {
    (number < 10 ? "0" : "") + "\(number)"
  }

  /// Presses keys by name, one after the other, and runs the work that is due after each.
  func press(_ names: String...) {
    for name in names {
      if let key = Key(name: name) { model.handle(.key(key)) }
      scheduler.advance()
    }
  }

  /// Reads the jobs even if they have not changed.
  func readEverything() {
    model.isOutOfDate = true
    model.refresh()
  }

  func advance(by duration: Duration) { scheduler.advance(by: duration) }

  var state: Dashboard.State { model.state }
  var picture: String { Dashboard.view(model.state, size: model.size).text }

  func button(_ id: String) -> Dashboard.Button? { state.buttons.first { $0.id == id } }
}
