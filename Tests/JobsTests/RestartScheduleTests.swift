import Board
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct RestartScheduleTests {
  private func schedule(_ occasion: RestartPolicy.Occasion = .failure) -> RestartSchedule {
    RestartSchedule(
      RestartPolicy(occasion, limit: 3, backoff: .seconds(1)...(.seconds(3)), resetAfter: .seconds(60)))
  }

  @Test func `each wait is twice the one before until there are too many restarts`() {
    var schedule = schedule()
    let decisions = (0..<4).map { _ in schedule.next(hasFailed: true, readyTime: .seconds(59)) }
    #expect(
      decisions == [
        .restart(after: .seconds(1)), .restart(after: .seconds(2)), .restart(after: .seconds(3)), .giveUp,
      ])
  }

  @Test func `restarts are counted from 0 when it was ready for long enough`() {
    var schedule = schedule()
    for _ in 0..<3 { _ = schedule.next(hasFailed: true, readyTime: nil) }
    #expect(schedule.next(hasFailed: true, readyTime: .seconds(60)) == .restart(after: .seconds(1)))
    #expect(schedule.restartsInARow == 1)
  }

  @Test func `the policy says after which ends it is started again`() {
    var (failure, always, never) = (schedule(), schedule(.always), schedule(.never))
    #expect(failure.next(hasFailed: false, readyTime: nil) == .end)
    #expect(always.next(hasFailed: false, readyTime: nil) == .restart(after: .seconds(1)))
    #expect(never.next(hasFailed: true, readyTime: nil) == .end)
  }
}
