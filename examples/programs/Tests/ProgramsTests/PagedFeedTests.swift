import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct PagedFeedTests {
  private let scheduler = TestScheduler()
  private let isOnline = LiveData(data: true)

  /// A feed of three pages, each of which takes a second.
  private func makeFeed() -> PagedFeed {
    PagedFeed(executor: scheduler) { [scheduler, isOnline] start in
      let end = scheduler.now.advanced(by: Duration.seconds(1))
      await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
      guard isOnline.data else { throw Offline() }
      return PagedFeed.Page(items: ["\(start)", "\(start + 1)"], next: start < 4 ? start + 2 : nil)
    }
  }

  @Test func `pages follow each other until the end`() {
    let feed = makeFeed()
    for _ in 1...5 {
      feed.loadMore.execute()
      scheduler.advance(by: .seconds(1))
    }
    #expect(feed.items.data == ["0", "1", "2", "3", "4", "5"])
    #expect(!feed.loadMore.enabled.data)
  }

  @Test func `a page that is loaded twice at once comes once`() {
    let feed = makeFeed()
    feed.loadMore.execute()
    feed.loadMore.execute()
    scheduler.advance(by: .seconds(5))
    #expect(feed.items.data == ["0", "1"])
  }

  @Test func `a failure keeps the pages, and the same page can be loaded again`() {
    let feed = makeFeed()
    feed.loadMore.execute()
    scheduler.advance(by: .seconds(1))
    isOnline.data = false
    feed.loadMore.execute()
    scheduler.advance(by: .seconds(1))
    #expect(feed.items.data == ["0", "1"])
    #expect(feed.errors.current.data is Offline)
    isOnline.data = true
    feed.loadMore.execute()
    scheduler.advance(by: .seconds(1))
    #expect(feed.items.data == ["0", "1", "2", "3"])
    #expect(feed.errors.current.data == nil)
  }

  @Test func `a page that is on its way does not come into the reloaded feed`() {
    let feed = makeFeed()
    feed.loadMore.execute()
    scheduler.advance(by: .seconds(1))
    feed.loadMore.execute()
    scheduler.advance(by: .milliseconds(500))
    feed.reload.execute()
    #expect(feed.items.data.isEmpty)
    scheduler.advance(by: .seconds(5))
    #expect(feed.items.data == ["0", "1"])
  }
}
