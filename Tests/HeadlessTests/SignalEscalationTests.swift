import TestSupport
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct SignalEscalationTests {
  @Test func `the first signal releases, and every later one kills`() {
    let events = Recorded<String>()
    let escalation = SignalEscalation {
      events.append("release")
    } onLater: {
      events.append("kill by \($0)")
    }
    for signal in [Int32(2), 15, 15] { escalation.take(signal) }
    #expect(events.values == ["release", "kill by 15", "kill by 15"])
  }
}
