import Boundary
import LoopbackBox
import SignalboxTesting
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct DelayedActivityTests {
  private let actions = """
      short: { key: s, title: Short, simulate: { duration: 900ms, value: pong } }
      long: { key: l, title: Long, simulate: { duration: 3s } }
      probe: { key: p, title: Probe, simulate: { duration: 400ms }, every: 10s }
      slow: { title: Slow, simulate: { duration: 2s }, every: 60s }
    """

  @Test func `the spinner does not appear for a short run`() throws {
    let panel = try VirtualPanel(actions)
    panel.press("s")
    for _ in 1...20 {
      #expect(!panel.state.activity.isLoading)
      #expect(panel.state.activity.current == nil)
      panel.advance(by: .milliseconds(100))
    }
    #expect(panel.button("short")?.phase == .succeeded)
  }

  @Test func `the spinner appears after the start delay, and remains for the completion delay`() throws {
    let panel = try VirtualPanel(actions)
    panel.press("l")
    panel.advance(by: .milliseconds(999))
    #expect(!panel.state.activity.isLoading)
    panel.advance(by: .milliseconds(1))
    #expect(panel.state.activity.isLoading)
    #expect(panel.state.activity.current?.label == "Long")
    panel.advance(by: .milliseconds(2_100))
    #expect(panel.button("long")?.phase == .succeeded)
    #expect(panel.state.activity.isLoading)
    #expect(panel.state.activity.current?.label == "Long")
    panel.advance(by: .milliseconds(100))
    #expect(!panel.state.activity.isLoading)
    #expect(panel.state.activity.current == nil)
    #expect(!panel.state.isAnimated)
  }

  @Test func `the spinner does not blink between two runs`() throws {
    let panel = try VirtualPanel(actions)
    panel.press("l")
    panel.advance(by: .milliseconds(3_100))
    panel.press("s")
    for _ in 1...9 {
      #expect(panel.state.activity.isLoading)
      panel.advance(by: .milliseconds(100))
    }
  }

  @Test func `a panel that opens during a long run shows the spinner at once`() throws {
    var activity = Dashboard.ActivityOverview(isLoading: true, current: .init("Old"))
    let scheduler = TestScheduler()
    let delayed = Dashboard.DelayedActivity(scheduler) {}
    let situation = Situation(title: "")
    #expect(!delayed.shown(activity, delays: situation, age: .milliseconds(999)).isLoading)
    scheduler.advance(by: .milliseconds(1))
    #expect(delayed.shown(activity, delays: situation, age: .seconds(1)).isLoading)
    let other = Dashboard.DelayedActivity(scheduler) {}
    #expect(!other.shown(.init(), delays: situation, age: nil).isLoading)
    #expect(!other.shown(activity, delays: situation, age: .seconds(9)).isLoading)
    scheduler.advance()
    #expect(other.shown(activity, delays: situation, age: .seconds(9)).current?.label == "Old")
    activity.isLoading = false
    #expect(other.shown(activity, delays: situation, age: nil).isLoading)
  }

  @Test func `the row of an action that repeats shows its last result during a short run`() throws {
    let panel = try VirtualPanel(actions)
    panel.runBoard()
    panel.advance(by: .milliseconds(400))
    #expect(panel.button("probe")?.phase == .succeeded)
    panel.advance(by: .milliseconds(9_700))
    #expect(panel.state.activity.running.contains { $0.action == "probe" })
    #expect(panel.button("probe")?.phase == .succeeded)
    panel.press("s")
    #expect(panel.button("short")?.phase == .running)
  }

  @Test func `the row of an action that repeats shows a long run after the delay`() throws {
    let panel = try VirtualPanel(actions)
    panel.runBoard()
    panel.advance(by: .milliseconds(60_900))
    #expect(panel.button("slow")?.phase == .succeeded)
    panel.advance(by: .milliseconds(180))
    #expect(panel.button("slow")?.phase == .running)
    panel.advance(by: .seconds(1))
    #expect(panel.button("slow")?.phase == .succeeded)
  }
}
