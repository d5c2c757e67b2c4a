import Board
import Boundary
import Programs
import SignalboxCore
import TerminalUI
import Testing

@testable import Dashboard

/// A mode and what its rules read, without a box.
struct TestScene {
  var situation = Situation(title: "Test")
  var state = Dashboard.State(title: "Test")
  var mode = Dashboard.Mode()
  var size = Size(width: 80, height: 24)
  /// The runs of each action.
  var history = RunHistory()
  private var triggers = Dashboard.Triggers()

  /// Two actions, with the keys b and d; d is in use by the action only.
  init() {
    situation.actions = [("build", "Build", "b"), ("deploy", "Deploy", "d")].map { id, title, key in
      var action = ActionDescription(id: id, title: title)
      action.key = .character(Character(key))
      return ActionStatus(action)
    }
    state.log = Dashboard.Log(title: "Build", lines: (1...40).map { .init("line \($0)") })
    read()
  }

  /// Shows the situation.
  mutating func read() {
    _ = triggers.update(to: situation)
    Dashboard.Reading(
      situation: situation, now: .seconds(60), triggers: triggers, clock: WallClock(text: { "\($0)" })
    ).fill(&state)
  }

  var scene: Dashboard.Scene {
    var shown = state
    shown.mode = mode
    return Dashboard.Scene(
      state: shown, layout: Dashboard.Layout(shown, size: size), triggers: triggers, situation: situation,
      allKeys: .standard, clock: WallClock(text: { "\($0)" }), now: .seconds(60), ownName: nil,
      history: { [history] _ in history }, firstLine: { _ in 0 })
  }

  mutating func handle(_ event: Dashboard.Event) -> [Dashboard.Effect] { mode.handle(event, in: scene) }

  /// Presses keys by name, and returns what the last one leads to.
  mutating func press(_ names: String...) -> [Dashboard.Effect] {
    var effects: [Dashboard.Effect] = []
    for name in names {
      if let key = Key(name: name) { effects = handle(.key(key)) } else { Issue.record("no key \(name)") }
    }
    return effects
  }

  mutating func open(_ front: Dashboard.Mode.Front) -> [Dashboard.Effect] { handle(.open(front)) }

  /// A question of the panel about the present situation.
  func question(_ subject: Dashboard.Subject) -> Dashboard.Mode.Front? {
    Dashboard.Question(subject, in: situation, at: .seconds(60), glyphs: .unicode).map { .question($0) }
  }

  /// A program asks something.
  static let password = ProgramQuestion(number: 3, text: "Password:", isHidden: true)
}

extension ActionStatus {
  /// A run is present, since this moment if there was none.
  mutating func run(
    since start: Duration = .zero, _ change: (inout RunHistory.Presence) -> Void = { _ in }
  ) {
    if present.isEmpty {
      present = [
        RunHistory.Entry(
          number: max(1, runs.count), start: start, cause: .person, starter: nil, input: nil, firstLine: 0)
      ]
    }
    var presence = RunHistory.Presence()
    change(&presence)
    present[0].presence = presence
  }
}
