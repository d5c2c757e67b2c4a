import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct CatalogueTests {
  private let scheduler = TestScheduler()
  private let isOnline = LiveData(data: true)
  private let requests: Recorder<Void>

  init() { requests = Recorder(scheduler) }

  private func makeCatalogue() -> Catalogue {
    Catalogue(scheduler: scheduler, executor: scheduler) { [scheduler, isOnline, requests] in
      requests.record(())
      try await scheduler.sleep(for: .seconds(1))
      guard isOnline.data else { throw Offline() }
      return ["of second \(Int(scheduler.elapsed / .seconds(1)))"]
    }
  }

  @Test func `the first read starts one request for all readers`() {
    let catalogue = makeCatalogue()
    #expect(catalogue.read() == nil)
    #expect(catalogue.read() == nil)
    scheduler.advance(by: .seconds(1))
    #expect(catalogue.read() == ["of second 1"])
    #expect(requests.values.count == 1)
  }

  @Test func `items that are too old are shown until fresh ones come`() {
    let catalogue = makeCatalogue()
    catalogue.read()
    scheduler.advance(by: .seconds(60))
    #expect(catalogue.read() == ["of second 1"])
    #expect(requests.values.count == 1)
    scheduler.advance(by: .seconds(1))
    let shown = Recorder(catalogue.items, scheduler)
    #expect(catalogue.read() == ["of second 1"])
    scheduler.advance(by: .seconds(5))
    #expect(shown.values == [["of second 1"], ["of second 62"]])
  }

  @Test func `a failed refresh keeps the items and is tried again by the next read`() {
    let catalogue = makeCatalogue()
    catalogue.read()
    scheduler.advance(by: .seconds(61))
    isOnline.data = false
    catalogue.read()
    scheduler.advance(by: .seconds(1))
    #expect(catalogue.items.data == ["of second 1"])
    #expect(catalogue.errors.current.data is Offline)
    isOnline.data = true
    catalogue.read()
    scheduler.advance(by: .seconds(1))
    #expect(catalogue.items.data == ["of second 63"])
    #expect(catalogue.errors.current.data == nil)
  }
}
