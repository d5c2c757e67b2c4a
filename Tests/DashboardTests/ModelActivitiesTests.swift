import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelActivitiesTests {
  private static let three = """
      one: { key: 1, title: One, simulate: { duration: 2s } }
      two: { key: 2, title: Two, simulate: { duration: 5s } }
      three: { key: 3, title: Three, simulate: { duration: 9s } }
    """

  @Test func `A moves to the activities and Enter shows the output of one`() throws {
    let panel = try VirtualPanel(Self.three)
    panel.press("1", "2", "3", "a")
    #expect(panel.state.activityFocus == 0)
    panel.press("Down")
    #expect(panel.state.activityFocus == 1)
    #expect(panel.picture.contains("▸ Two"))
    #expect(panel.state.focusedButton?.id == "three")
    panel.press("Enter")
    #expect(panel.state.activityFocus == nil)
    #expect(panel.state.focusedButton?.id == "two")
    #expect(panel.state.log?.title == "Two")
    #expect(panel.state.mode.front == nil)
  }

  @Test(arguments: ["a", "Esc"])
  func `A and Esc move back to the buttons`(key: String) throws {
    let panel = try VirtualPanel(Self.three)
    panel.press("1", "2", "a", "Down", key, "Up")
    #expect(panel.state.activityFocus == nil)
    #expect(panel.state.focusedButton?.id == "one")
  }

  @Test func `keys in the activities cancel nothing`() throws {
    let panel = try VirtualPanel(Self.three)
    panel.press("1", "2", "a", "Backspace", "Del", "x")
    #expect(panel.state.activityFocus == 0)
    #expect(panel.state.activity.running.count == 2)
  }

  @Test func `the choice stays on its activity when others end`() throws {
    let panel = try VirtualPanel(Self.three)
    panel.press("1", "2", "3", "a", "Up")
    #expect(panel.state.activityFocus == 2)
    panel.advance(by: .seconds(3))
    #expect(panel.state.activityFocus == 1)
    #expect(panel.picture.contains("▸ Three"))
    panel.press("Up")
    #expect(panel.picture.contains("▸ Two"))
    panel.advance(by: .seconds(3))
    #expect(panel.picture.contains("▸ Three"))
    panel.advance(by: .seconds(4))
    #expect(panel.state.activityFocus == nil)
  }

  @Test func `without activities there is no choice`() throws {
    let panel = try VirtualPanel(Self.three)
    panel.press("a")
    #expect(panel.state.activityFocus == nil)
    #expect(panel.state.message == "Nothing is running")
  }

  @Test func `the list needs no room of its own`() throws {
    let panel = try VirtualPanel(Self.three, size: Size(width: 20, height: 5))
    panel.press("1", "2", "a", "Down")
    #expect(panel.picture.contains("▸ Two"))
    panel.press("Enter")
    #expect(panel.state.focusedButton?.id == "two")
  }

  @Test func `the key of a button works in the activities and leaves them`() throws {
    let panel = try VirtualPanel(Self.three)
    panel.press("1", "a", "2")
    #expect(panel.button("two")?.phase == .running)
    #expect(panel.state.activityFocus == nil)
  }

  @Test func `the activity of a second button shows that button`() throws {
    let panel = try VirtualPanel(
      """
        one: { key: 1, simulate: { duration: 1s } }
        deploy:
          run: sleep 10
          buttons: [{ key: 2, input: staging }, { key: 3, input: production }]
      """)
    let triggers = panel.model.triggers.all
    #expect(triggers.map(\.id) == ["one", "deploy staging", "deploy production"])
    panel.model.state.activity.running = [.init("deploy")]
    panel.model.state.activity.running[0].action = "deploy"
    panel.model.state.overlay = Dashboard.ActivityList(panel.state.activity.running)
    panel.model.pass(.key(.enter))
    #expect(panel.model.state.focus == 1)
  }

  @Test func `many activities scroll with the choice`() throws {
    let actions = (1...12).map {
      "  a\($0): { key: f\($0), title: Number \($0), simulate: { duration: 9s } }\n"
    }
    let panel = try VirtualPanel(actions.joined())
    for number in 1...12 { panel.press("F\(number)") }
    panel.model.size = Size(width: 80, height: 12)
    panel.press("a")
    #expect(panel.picture.contains("│ ↓ 4 more"))
    panel.press("Up")
    #expect(panel.picture.contains("▸ Number 12"))
    #expect(panel.picture.contains("│ ↑ 4 more"))
    panel.press("Home")
    #expect(panel.picture.contains("▸ Number 1 "))
    panel.press("PgDn", "PgDn")
    #expect(panel.picture.contains("▸ Number 12"))
    #expect(panel.picture.contains("12 are running"))
  }
}
