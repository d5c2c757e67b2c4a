import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct DebouncedSearchTests {
  private let scheduler = TestScheduler()
  private let searched: Recorder<String>
  private let cancelled: Recorder<String>

  init() { (searched, cancelled) = (Recorder(scheduler), Recorder(scheduler)) }

  /// A search that takes two seconds and does not notice when it is cancelled.
  private func makeSearch() -> DebouncedSearch {
    DebouncedSearch(scheduler: scheduler, executor: scheduler) { [scheduler, searched, cancelled] query in
      searched.record(query)
      try? await scheduler.sleep(for: .seconds(2))
      if Task.isCancelled { cancelled.record(query) }
      if query == "?" { throw Offline() }
      return ["about \(query)"]
    }
  }

  @Test func `one search follows a pause in the typing`() {
    let search = makeSearch()
    for text in ["s", "sw", "swi"] {
      search.query.data = text
      scheduler.advance(by: .milliseconds(100))
    }
    scheduler.advance(by: .seconds(5))
    #expect(searched.events == [.init(time: .milliseconds(500), value: "swi")])
    #expect(search.results.data == ["about swi"])
  }

  @Test func `a query that was changed and changed back is not searched again`() {
    let search = makeSearch()
    search.query.data = "a"
    scheduler.advance(by: .seconds(5))
    search.query.data = "ab"
    search.query.data = "a"
    scheduler.advance(by: .seconds(5))
    #expect(searched.values == ["a"])
  }

  @Test func `a late result of an earlier query is never shown`() {
    let search = makeSearch()
    let shown = Recorder(search.results, scheduler)
    search.query.data = "a"
    scheduler.advance(by: .seconds(1))
    search.query.data = "b"
    scheduler.advance(by: .seconds(9))
    #expect(searched.values == ["a", "b"])
    #expect(shown.values == [[], ["about b"]])
  }

  @Test func `a failure keeps the results and is cleared by the next search`() {
    let search = makeSearch()
    search.query.data = "a"
    scheduler.advance(by: .seconds(3))
    search.query.data = "?"
    scheduler.advance(by: .seconds(3))
    #expect(search.errors.current.data is Offline)
    #expect(search.results.data == ["about a"])
    search.query.data = ""
    scheduler.advance(by: .seconds(3))
    #expect(search.errors.current.data == nil)
    #expect(search.results.data.isEmpty)
  }

  @Test func `a search that is gone does not begin, even if its text field remains`() {
    var search: DebouncedSearch? = makeSearch()
    let query = search?.query
    query?.data = "a"
    search = nil
    scheduler.advance(by: .seconds(5))
    query?.data = "b"
    scheduler.advance(by: .seconds(5))
    #expect(searched.values.isEmpty)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a search that is gone is cancelled, even if its text field remains`() {
    var search: DebouncedSearch? = makeSearch()
    let query = search?.query
    query?.data = "a"
    scheduler.advance(by: .seconds(1))
    search = nil
    scheduler.advance(by: .seconds(5))
    #expect(cancelled.lines == ["1: a"])
    withExtendedLifetime(query) {}
  }
}
