import SignalboxCore

/// A list that is loaded page by page while somebody scrolls.
///
/// `loadMore` is refused while a page is being loaded, and disabled when there are no more: the view can
/// execute it as often as it likes. `reload` begins again from the first page, and cancels a page that is on
/// its way.
final class PagedFeed: Sendable {
  struct Page: Sendable {
    let items: [String]
    /// Where the next page begins; nil at the end.
    let next: Int?
  }

  private struct State: Sendable {
    var items: [String] = []
    var next: Int? = 0
    /// Increased by each reload.
    var round = 0
  }

  let items: ReadOnlyLiveData<[String]>
  let errors = ErrorTracker()
  let loadMore: CompletableAction<Void>
  let reload: VoidAction

  init(executor: (any TaskExecutor)? = nil, fetch: @escaping @Sendable (Int) async throws -> Page) {
    let state = LiveData(data: State())
    items = state.map(\.items)
    let loadMore = CompletableAction<Void>(
      enabledIf: state.map { $0.next != nil }, executor: executor
    ) { [errors] in
      let before = state.data
      guard let start = before.next else { return }
      let page = try await errors.track(source: "feed") { try await fetch(start) }
      state.modify { state in
        // A page that ignores its cancellation does not belong to the reloaded feed.
        guard state.round == before.round else { return }
        state.items += page.items
        state.next = page.next
      }
    }
    self.loadMore = loadMore
    reload = VoidAction {
      loadMore.cancel()
      state.modify { $0 = State(round: $0.round + 1) }
      loadMore.execute()
      return Just(())
    }
  }
}
