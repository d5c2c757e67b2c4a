import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// What the panel shows of a program that asks.
@Suite(.timeLimit(.minutes(15))) struct QuestionReadingTests {
  private func state(_ change: (inout ActionStatus) -> Void) -> Dashboard.State {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    status.isRunning = true
    status.run()
    status.runs.fraction = 0.5
    change(&status)
    var situation = Situation(title: "Test")
    situation.actions = [status]
    var triggers = Dashboard.Triggers()
    _ = triggers.update(to: situation)
    var state = Dashboard.State(title: "Test")
    Dashboard.Reading(situation: situation, now: .seconds(20), triggers: triggers, clock: WallClock())
      .fill(&state)
    return state
  }

  private let question = ProgramQuestion(number: 1, text: "Password:", isHidden: true)

  @Test func `the row says what is asked, and the key for answering is offered`() {
    let asking = state { $0.run { $0.question = question } }
    #expect(asking.buttons.first?.words == "Password:")
    #expect(asking.buttons.first?.fraction == nil)
    #expect(asking.allows(.answer))
    let silent = state { _ in }
    #expect(silent.buttons.first?.fraction == 0.5)
    #expect(!silent.allows(.answer))
  }

  @Test func `a hidden input without a line is named`() {
    let state = state {
      $0.run { $0.question = ProgramQuestion(number: 1, text: "", isHidden: true) }
    }
    #expect(state.buttons.first?.words == "a hidden input")
  }

  @Test func `a question counts first, has the first row, and keeps its word in a narrow panel`() {
    let state = state { $0.run { $0.question = question } }
    for (width, height) in [(44, 12), (80, 24), (200, 60)] {
      let rows = Dashboard.view(state, size: Size(width: width, height: height)).text.split(separator: "\n")
      #expect(rows[0].contains("1 asks"), "\(rows[0])")
      #expect(rows[1].contains("? asks Deploy: Password:"), "\(rows[1])")
      #expect(rows[1].contains("i answers"), "\(rows[1])")
      #expect(rows[2].contains("Deploy  ? asks") || rows[2].contains("Deploy ? asks"), "\(rows[2])")
    }
    #expect(state.rowsFound(by: ":asks") == ["deploy"])
    #expect(state.rowsFound(by: ":running") == ["deploy"])
    #expect(state.rowsFound(by: ":failed").isEmpty)
  }

  @Test func `a question is seen beside an error, in a low panel and where the output has the whole screen`()
  {
    var state = state { $0.run { $0.question = question } }
    state.error = .init(message: "no", source: "Lint", since: "14:03:12")
    for (width, height) in [(30, 6), (40, 9), (80, 24)] {
      #expect(
        Dashboard.view(state, size: Size(width: width, height: height)).text.contains("? asks Deploy:"),
        "\(width)×\(height)")
    }
    state.isZoomed = true
    #expect(Dashboard.view(state, size: Size(width: 80, height: 24)).text.contains("? asks Deploy:"))
  }

  @Test func `nothing is answered in a read-only panel or after the end of the box`() {
    for change in [\Dashboard.State.isReadOnly, \.isStale] {
      var state = state { $0.run { $0.question = question } }
      state[keyPath: change] = true
      #expect(!state.allows(.answer))
    }
  }

  @Test func `that a program is being cancelled is more important`() {
    let state = state {
      $0.run { $0.question = question }
      $0.isCancelling = true
    }
    #expect(state.buttons.first?.words == nil)
    #expect(state.buttons.first?.face == .stopping)
  }

  @Test func `a program that cannot get keys is told what helps`() {
    let state = state { $0.run { $0.wantsKeys = true } }
    #expect(state.buttons.first?.words == "wants keys: terminal: full")
    #expect(!state.allows(.answer))
  }
}

extension Dashboard.State {
  /// The buttons that `f` finds.
  fileprivate func rowsFound(by text: String) -> [String] {
    let pattern = Dashboard.FuzzyPattern(text)
    return HelpRow.rows(self, .all).compactMap { row in
      guard case .button(let button) = row, row.rank(pattern) != nil else { return nil }
      return button.id
    }
  }
}
