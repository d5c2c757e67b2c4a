import Testing

@testable import SignalboxCore

/// When changes that come quickly are delivered, without a clock.
@Suite(.timeLimit(.minutes(15))) struct PacerTests {
  private func seconds(_ count: Double) -> Duration { .seconds(count) }

  @Test func `a change is due after it was quiet`() {
    var pacer = Pacer<Int>(.quiet(.seconds(1)), now: .zero)
    #expect(pacer.deadline == nil)
    #expect(pacer.receive(1, now: seconds(5)) == (nil, nil))
    #expect(pacer.deadline == seconds(6))
    #expect(pacer.receive(2, now: seconds(5.5)) == (nil, 1))
    #expect(pacer.deadline == seconds(6.5))
    #expect(pacer.ring(now: seconds(6)) == nil)
    #expect(pacer.ring(now: seconds(6.5)) == 2)
    #expect(pacer.deadline == nil)
    #expect(pacer.ring(now: seconds(9)) == nil)
  }

  @Test(arguments: [true, false]) func `an interval passes one change at once and one at its end`(
    latest: Bool
  ) {
    var pacer = Pacer<Int>(.interval(.seconds(1), latest: latest), now: .zero)
    #expect(pacer.receive(1, now: seconds(1)) == (1, nil))
    #expect(pacer.deadline == nil)
    #expect(pacer.receive(2, now: seconds(1.25)) == (nil, nil))
    #expect(pacer.receive(3, now: seconds(1.5)) == (nil, latest ? 2 : 3))
    #expect(pacer.deadline == seconds(2))
    #expect(pacer.ring(now: seconds(1.75)) == nil)
    #expect(pacer.ring(now: seconds(2)) == (latest ? 3 : 2))
    #expect(pacer.deadline == nil)
    #expect(pacer.receive(4, now: seconds(2.5)) == (nil, nil))
    #expect(pacer.ring(now: seconds(3)) == 4)
  }

  @Test func `the creation begins an interval`() {
    var pacer = Pacer<Int>(.interval(.seconds(1), latest: true), now: seconds(3))
    #expect(pacer.receive(1, now: seconds(3.5)) == (nil, nil))
    #expect(pacer.deadline == seconds(4))
  }

  @Test func `a change that comes late and before the alarm is in its turn`() {
    var pacer = Pacer<Int>(.interval(.seconds(1), latest: false), now: .zero)
    #expect(pacer.receive(1, now: seconds(0.5)) == (nil, nil))
    #expect(pacer.receive(2, now: seconds(1.5)) == (nil, 2))
    #expect(pacer.ring(now: seconds(1.5)) == 1)
    #expect(pacer.receive(3, now: seconds(2)) == (nil, nil))
    #expect(pacer.deadline == seconds(2.5))
  }

  @Test func `a negative time is none`() {
    var quiet = Pacer<Int>(.quiet(.seconds(-1)), now: .zero)
    _ = quiet.receive(1, now: seconds(1))
    #expect(quiet.deadline == seconds(1))
    var interval = Pacer<Int>(.interval(.seconds(-1), latest: true), now: .zero)
    #expect(interval.receive(1, now: .zero) == (1, nil))
    #expect(interval.receive(2, now: .zero) == (2, nil))
  }
}

private func == (left: (due: Int?, superseded: Int?), right: (Int?, Int?)) -> Bool {
  left.due == right.0 && left.superseded == right.1
}
