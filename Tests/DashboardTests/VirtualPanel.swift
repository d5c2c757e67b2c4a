import Board
import Jobs
import SignalboxCore
import SignalboxTesting
import TerminalUI

@testable import Dashboard

/// A whole panel in memory: keys in, pictures out, virtual time.
@MainActor
final class VirtualPanel {
  let scheduler = TestScheduler()
  let interlocking: Interlocking
  let model: Dashboard.Model
  private(set) var requests: [Dashboard.Model.Request] = []

  init(_ actions: String, title: String = "Test", size: Size = Size(width: 80, height: 24)) throws {
    let scheduler = scheduler
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    interlocking = Interlocking(
      try Board.parse("title: \(title)\nactions:\n" + actions, file: "test.yml"), environment: environment)
    model = Dashboard.Model(
      interlocking, glyphs: .unicode, size: size, scheduler: scheduler,
      clock: WallClock(stoppedAt: 0))
    model.onRequest = { [weak self] in self?.requests.append($0) }
  }

  /// Presses keys by their names, one after the other, and lets happen what is due.
  func press(_ names: String...) {
    for name in names {
      if let key = Key(name: name) { model.handle(.key(key)) }
      scheduler.advance()
    }
  }

  func advance(by duration: Duration) { scheduler.advance(by: duration) }

  var state: Dashboard.State { model.state }
  var picture: String { Dashboard.view(model.state, size: model.size).text }

  func button(_ id: String) -> Dashboard.Button? { state.buttons.first { $0.id == id } }
}
