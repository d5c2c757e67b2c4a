import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct AlertScheduleTests {
  private func alert(_ name: String, run: Int = 1) -> AlertMessage {
    AlertMessage(labels: ["action": name], annotations: ["run": "\(run)"], start: 100)
  }

  private func names(_ alerts: [AlertMessage]) -> [String] { alerts.compactMap { $0.labels["action"] } }

  /// The names of the alerts that were sent at once.
  private struct Sent: Equatable {
    var firing: [String] = []
    var resolved: [String] = []
  }

  /// Sends what is due, and returns it; nil for nothing.
  private func send(
    _ schedule: inout AlertSchedule, at second: Double, accepted: Bool = true, random: Double = 0
  ) -> Sent? {
    let now = Duration.seconds(second)
    guard let due = schedule.due(at: now), due <= now else { return nil }
    let batch = schedule.begin(at: now)
    schedule.end(accepted: accepted, at: now, random: random)
    return Sent(firing: names(batch.firing), resolved: names(batch.resolved))
  }

  @Test func `without alerts nothing is due`() {
    var schedule = AlertSchedule(every: .seconds(60))
    #expect(schedule.due(at: .zero) == nil)
    schedule.take([])
    #expect(schedule.due(at: .seconds(1_000)) == nil)
  }

  @Test func `an alert is sent at once, then in the interval, then once as ended`() {
    var schedule = AlertSchedule(every: .seconds(60))
    schedule.take([alert("a")])
    #expect(send(&schedule, at: 0) == Sent(firing: ["a"]))
    #expect(schedule.due(at: .seconds(1)) == .seconds(60))
    schedule.take([alert("a", run: 2)])
    #expect(schedule.due(at: .seconds(2)) == .seconds(60))
    #expect(send(&schedule, at: 60) == Sent(firing: ["a"]))
    schedule.take([])
    #expect(send(&schedule, at: 61) == Sent(resolved: ["a"]))
    #expect(schedule.due(at: .seconds(62)) == nil)
  }

  @Test func `an alert that ends and begins again at once is sent again, and not as ended`() {
    var schedule = AlertSchedule(every: .seconds(60))
    schedule.take([alert("a")])
    _ = send(&schedule, at: 0)
    schedule.take([])
    schedule.take([alert("a")])
    #expect(send(&schedule, at: 5) == Sent(firing: ["a"]))
    #expect(schedule.due(at: .seconds(6)) == .seconds(65))
  }

  @Test func `many changes are at most a request in a second`() {
    var schedule = AlertSchedule(every: .seconds(60))
    schedule.take([alert("a")])
    _ = send(&schedule, at: 0)
    schedule.take([alert("a"), alert("b")])
    #expect(schedule.due(at: .seconds(0.25)) == .seconds(1))
    schedule.take([alert("b"), alert("c")])
    #expect(send(&schedule, at: 1) == Sent(firing: ["b", "c"], resolved: ["a"]))
  }

  @Test func `one request is in progress at a time, and what changes meanwhile comes next`() {
    var schedule = AlertSchedule(every: .seconds(60))
    schedule.take([alert("a")])
    _ = schedule.begin(at: .zero)
    schedule.take([])
    #expect(schedule.due(at: .seconds(100)) == nil)
    schedule.end(accepted: true, at: .seconds(5), random: 0)
    #expect(send(&schedule, at: 5) == Sent(resolved: ["a"]))
  }

  @Test func `a request that fails is repeated after longer and longer pauses with jitter`() {
    var schedule = AlertSchedule(every: .seconds(60))
    schedule.take([alert("a")])
    var now = 0.0
    var pauses: [Double] = []
    for _ in 0..<9 {
      _ = send(&schedule, at: now, accepted: false, random: 0)
      let due = schedule.due(at: .seconds(now)).map { $0 / .seconds(1) } ?? .infinity
      pauses.append(due - now)
      now = due
    }
    #expect(pauses == [1, 1, 2, 4, 8, 16, 30, 30, 30])
    _ = send(&schedule, at: now, accepted: false, random: 0.999)
    #expect(schedule.due(at: .seconds(now)).map { $0 > .seconds(now + 59) } == true)
    _ = send(&schedule, at: now + 60)
    #expect(schedule.due(at: .seconds(now + 60)) == .seconds(now + 120))
  }

  @Test func `an alert whose request failed may have arrived, and is sent as ended`() {
    var schedule = AlertSchedule(every: .seconds(60))
    schedule.take([alert("a")])
    _ = send(&schedule, at: 0, accepted: false)
    schedule.take([])
    #expect(send(&schedule, at: 2) == Sent(resolved: ["a"]))
    #expect(schedule.due(at: .seconds(3)) == nil)
  }

  @Test func `an end that cannot be sent is forgotten when the alert has ended by itself`() {
    var schedule = AlertSchedule(every: .seconds(10))
    schedule.take([alert("a")])
    _ = send(&schedule, at: 0)
    schedule.take([])
    _ = send(&schedule, at: 1, accepted: false)
    #expect(schedule.due(at: .seconds(29)) != nil)
    #expect(schedule.due(at: .seconds(30)) == nil)
  }

  @Test func `the number of alerts is bounded, and the first ones are kept`() throws {
    var schedule = AlertSchedule(every: .seconds(10))
    schedule.take((0..<1_000).map { alert("\($0)") } + [alert("0")])
    let first = try #require(send(&schedule, at: 0)).firing
    #expect(first == (0..<200).map { "\($0)" })
    schedule.take((1_000..<2_000).map { alert("\($0)") })
    let second = try #require(send(&schedule, at: 1))
    #expect(second.firing.count == 200 && second.resolved.count == 200)
  }

  @Test func `leaving ends what is known`() {
    var schedule = AlertSchedule(every: .seconds(10))
    #expect(schedule.leave(at: .zero) == nil)
    schedule.take([alert("a")])
    _ = send(&schedule, at: 0)
    #expect(schedule.leave(at: .seconds(1)).map { names($0.resolved) } == ["a"])
  }
}
