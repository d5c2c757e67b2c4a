import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct TokenStoreTests {
  private let scheduler = TestScheduler()
  private let renewals: Recorder<Int>
  private let answers: Recorder<String>
  private let isOnline = LiveData(data: true)

  init() { (renewals, answers) = (Recorder(scheduler), Recorder(scheduler)) }

  /// A store whose tokens are `token 1`, `token 2`, and so on.
  private func makeStore() -> TokenStore {
    TokenStore(executor: scheduler) { [scheduler, renewals, isOnline] in
      renewals.record(renewals.values.count + 1)
      try await scheduler.sleep(for: .seconds(2))
      guard isOnline.data else { throw Offline() }
      return "token \(renewals.values.count)"
    }
  }

  /// A request that records its token, or its error.
  @discardableResult private func send(
    _ name: String, by store: TokenStore, accepting accepted: Int = 1, after pause: Duration = .zero
  ) -> Task<Void, Never> {
    Task(executorPreference: scheduler) { [scheduler, answers] in
      do {
        let token = try await store.perform { token in
          try await scheduler.sleep(for: pause)
          guard token >= "token \(accepted)" else { throw TokenStore.Expired() }
          return token
        }
        answers.record("\(name) with \(token)")
      } catch {
        answers.record("\(name) failed: \(error)")
      }
    }
  }

  @Test func `many requests cause one renewal`() {
    let store = makeStore()
    for name in ["a", "b", "c"] { send(name, by: store) }
    scheduler.advance(by: .seconds(10))
    #expect(renewals.values.count == 1)
    #expect(Set(answers.lines) == ["2: a with token 1", "2: b with token 1", "2: c with token 1"])
  }

  @Test func `requests whose token has expired are repeated with one new token`() {
    let store = makeStore()
    send("first", by: store)
    scheduler.advance(by: .seconds(10))
    for name in ["a", "b"] { send(name, by: store, accepting: 2) }
    scheduler.advance(by: .seconds(10))
    #expect(renewals.values.count == 2)
    #expect(Set(answers.lines.dropFirst()) == ["12: a with token 2", "12: b with token 2"])
  }

  @Test func `a request that finds out late does not throw away the new token`() {
    let store = makeStore()
    send("first", by: store)
    scheduler.advance(by: .seconds(10))
    send("slow", by: store, accepting: 2, after: .seconds(5))
    send("quick", by: store, accepting: 2)
    scheduler.advance(by: .seconds(60))
    #expect(renewals.values.count == 2)
    #expect(answers.values.dropFirst() == ["quick with token 2", "slow with token 2"])
  }

  @Test func `a caller that gives up does not take the token from the others`() {
    let store = makeStore()
    let first = send("a", by: store)
    scheduler.advance(by: .seconds(1))
    send("b", by: store)
    scheduler.advance()
    first.cancel()
    scheduler.advance()
    send("c", by: store)
    scheduler.advance(by: .seconds(10))
    #expect(renewals.values.count == 1)
    #expect(answers.lines.first == "1: a failed: CancellationError()")
    #expect(Set(answers.lines.dropFirst()) == ["2: b with token 1", "2: c with token 1"])
  }

  @Test func `a renewal that fails fails its callers, and the next one begins again`() {
    let store = makeStore()
    isOnline.data = false
    for name in ["a", "b"] { send(name, by: store) }
    scheduler.advance(by: .seconds(5))
    #expect(Set(answers.lines) == ["2: a failed: Offline()", "2: b failed: Offline()"])
    isOnline.data = true
    send("c", by: store)
    scheduler.advance(by: .seconds(5))
    #expect(answers.lines.last == "7: c with token 2")
  }

  @Test func `a server that refuses every token is asked twice`() {
    let store = makeStore()
    send("a", by: store, accepting: 9)
    scheduler.advance(by: .seconds(60))
    #expect(answers.values == ["a failed: Expired()"])
    #expect(renewals.values.count == 2)
  }
}
