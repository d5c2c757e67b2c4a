import Board
import Boundary
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct LeversTests {
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
    var levers = Dashboard.Levers()
    #expect(levers.update(to: situation(action("a"), action("b", inputs: "x", "y"))) == true)
    #expect(levers.all.map(\.id) == ["a", "b x", "b y"])
    #expect(levers[3] == nil)
  }

  @Test func `buttons change only if a definition changes`() {
    var levers = Dashboard.Levers()
    var present = situation(action("a"))
    #expect(levers.update(to: present) == true)
    present.actions[0].isRunning = true
    #expect(levers.update(to: present) == false)
    present.actions[0].description.revision += 1
    #expect(levers.update(to: present) == true)
    #expect(levers.update(to: situation()) == true)
    #expect(levers.all.isEmpty)
  }

  @Test func `a button is found again by its identifier, then by its place`() {
    var levers = Dashboard.Levers()
    _ = levers.update(to: situation(action("a"), action("b"), action("c")))
    #expect(levers.index(of: "b", near: 0) == 1)
    #expect(levers.index(of: "gone", near: 1) == 1)
    #expect(levers.index(of: "gone", near: 9) == 2)
    _ = levers.update(to: situation())
    #expect(levers.index(of: "gone", near: 9) == 0)
  }

  @Test func `the cause of a run is the button with its input, otherwise the first one`() {
    var levers = Dashboard.Levers()
    var deploy = action("deploy", inputs: "x", "y")
    _ = levers.update(to: situation(action("a"), deploy))
    #expect(levers.cause(of: deploy) == 1)
    deploy.runs.input = "y"
    #expect(levers.cause(of: deploy) == 2)
    #expect(levers.cause(of: action("gone")) == nil)
  }
}
