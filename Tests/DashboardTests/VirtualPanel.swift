import Board
import Boundary
import Foundation
import Jobs
import LoopbackBox
import Programs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Wire

@testable import Dashboard

/// A whole panel in memory, with virtual time: keys in, pictures out.
@MainActor
final class VirtualPanel {
  let scheduler = TestScheduler()
  private let interlocking: Interlocking
  private let testBox: TestBox
  let model: Dashboard.Model
  private(set) var requests: [Dashboard.Request] = []

  convenience init(
    _ actions: String, size: Size = Size(width: 80, height: 24),
    preferences: Dashboard.Preferences = Dashboard.Preferences(), isReadOnly: Bool = false,
    isShared: Bool = true
  ) throws {
    try self.init(
      Board.parse("title: Test\nactions:\n" + actions, file: "test.yml"), size: size,
      preferences: preferences, isReadOnly: isReadOnly, isShared: isShared)
  }

  init(
    _ board: Board, size: Size = Size(width: 80, height: 24),
    preferences: Dashboard.Preferences = Dashboard.Preferences(), isReadOnly: Bool = false,
    isShared: Bool = true
  ) {
    let scheduler = scheduler
    var environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    environment.wallSeconds = { UInt32(scheduler.elapsed.components.seconds) }
    interlocking = Interlocking(board, environment: environment)
    testBox = TestBox(
      interlocking, scheduler, kind: .panel, isShared: isShared, isReadOnly: isReadOnly)
    model = Dashboard.Model(
      testBox.box, glyphs: .unicode, size: size, preferences: preferences, isReadOnly: isReadOnly,
      scheduler: scheduler,
      clock: WallClock(
        text: { ago in Self.clockTime((scheduler.elapsed - ago).components.seconds) },
        time: { seconds in Self.clockTime(Int64(seconds)) }))
    model.onRequest = { [weak self] in self?.requests.append($0) }
    // A box sends the output that is looked at.
    scheduler.advance()
  }

  /// The box as the panel sees it.
  var box: any Boundary.Box { testBox.box }

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

  /// Starts the actions that repeat. If the panel is read-only, another front end does.
  func runBoard() {
    if model.state.isReadOnly { testBox.home.repeatActions() } else { box.repeatActions() }
    scheduler.advance()
  }

  /// Starts an action without this panel.
  func startElsewhere(_ action: String) { _ = interlocking.start(action) }

  /// An action prints lines.
  func print(_ lines: [OutputLine], by action: String) { interlocking[action]?.output.append(lines) }

  /// Removes all lines that an action has printed.
  func removeOutput(of action: String) { interlocking[action]?.output.removeAll() }

  /// Replaces the board, without stopping running actions.
  func reload(_ board: Board) {
    testBox.home.take(board)
    scheduler.advance()
  }

  /// Rejects a changed board file.
  func refuse(_ error: BoardError) {
    testBox.home.refuse(error)
    scheduler.advance()
  }

  /// Reads the situation even if it has not changed.
  func readEverything() {
    model.schedule.isOutOfDate = true
    model.refresh()
  }

  func advance(by duration: Duration) { scheduler.advance(by: duration) }

  var state: Dashboard.State { model.state }
  var picture: String { Dashboard.view(model.state, size: model.size).text }

  func button(_ id: String) -> Dashboard.Button? { state.buttons.first { $0.id == id } }
}
