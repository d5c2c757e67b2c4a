import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct UserSessionTests {
  private let scheduler = TestScheduler()
  private let log: Recorder<String>

  init() { log = Recorder(scheduler) }

  /// A session whose requests take ten seconds, and two to end when they are cancelled.
  private func makeSession() -> UserSession {
    let request: @Sendable (String) async throws -> Void = { [scheduler, log] name in
      defer { log.record("\(name) is over") }
      if name == "broken" { throw Offline() }
      do {
        try await scheduler.sleep(for: .seconds(10))
      } catch {
        let end = scheduler.now.advanced(by: Duration.seconds(2))
        await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
        throw error
      }
    }
    return UserSession(executor: scheduler, refresh: { try await request("refresh") }, send: request)
  }

  @Test func `signing out ends everything before it says so`() {
    let session = makeSession()
    let ends = Recorder(session.ended, scheduler)
    session.refresh.execute()
    for text in ["a", "b"] { session.send.execute(text) }
    scheduler.advance(by: .seconds(1))
    session.signOut.execute()
    scheduler.advance(by: .seconds(60))
    #expect(Set(log.lines) == ["3: refresh is over", "3: a is over"])
    #expect(ends.events.map(\.time) == [.seconds(3)])
  }

  @Test func `nothing starts once the user signs out`() {
    let session = makeSession()
    session.refresh.execute()
    scheduler.advance(by: .seconds(1))
    session.signOut.execute()
    scheduler.advance(by: .seconds(1))
    #expect(!session.send.enabled.data)
    session.send.execute("late")
    scheduler.advance(by: .seconds(60))
    session.send.execute("later")
    session.signOut.execute()
    scheduler.advance(by: .seconds(60))
    #expect(log.values == ["refresh is over"])
  }

  @Test func `errors of the old user are not shown any more`() {
    let session = makeSession()
    session.send.execute("broken")
    scheduler.advance()
    #expect(session.errors.current.data is Offline)
    session.signOut.execute()
    scheduler.advance()
    #expect(session.errors.current.data == nil)
  }

  @Test func `a screen that opens after the end hears of it, once`() {
    let session = makeSession()
    session.signOut.execute()
    scheduler.advance()
    let late = Recorder(session.ended, scheduler)
    #expect(late.values.count == 1)
  }
}
