import Board
import Boundary
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct TriggersTests {
  private func action(_ id: String, inputs: String...) -> ActionStatus {
    var action = ActionDescription(id: id, title: id)
    if !inputs.isEmpty {
      action.form = .buttons(inputs.map { ButtonDefinition(key: nil, title: $0, input: $0) })
    }
    return ActionStatus(action)
  }

  private func situation(_ actions: ActionStatus...) -> Situation {
    var situation = Situation(title: "Test")
    situation.actions = actions
    return situation
  }

  @Test func `an action has a button for each input`() {
    var triggers = Dashboard.Triggers()
    #expect(triggers.update(to: situation(action("a"), action("b", inputs: "x", "y"))) == true)
    #expect(triggers.all.map(\.id) == ["a", "b x", "b y"])
    #expect(triggers[3] == nil)
  }

  @Test func `buttons change only if a definition changes`() {
    var triggers = Dashboard.Triggers()
    var present = situation(action("a"))
    #expect(triggers.update(to: present) == true)
    present.actions[0].isRunning = true
    #expect(triggers.update(to: present) == false)
    present.actions[0].description.revision += 1
    #expect(triggers.update(to: present) == true)
    #expect(triggers.update(to: situation()) == true)
    #expect(triggers.all.isEmpty)
  }

  @Test func `a button is found again by its identifier, then by its place`() {
    var triggers = Dashboard.Triggers()
    _ = triggers.update(to: situation(action("a"), action("b"), action("c")))
    #expect(triggers.index(of: "b", near: 0) == 1)
    #expect(triggers.index(of: "gone", near: 1) == 1)
    #expect(triggers.index(of: "gone", near: 9) == 2)
    _ = triggers.update(to: situation())
    #expect(triggers.index(of: "gone", near: 9) == 0)
  }

  @Test func `the cause of a run is the button with its input, otherwise the first one`() {
    var triggers = Dashboard.Triggers()
    var deploy = action("deploy", inputs: "x", "y")
    _ = triggers.update(to: situation(action("a"), deploy))
    #expect(triggers.cause(of: deploy) == 1)
    deploy.runs.input = "y"
    #expect(triggers.cause(of: deploy) == 2)
    #expect(triggers.cause(of: action("gone")) == nil)
  }
}
