extension ReadOnlyLiveData {
  /// Live data of this value and another. It delivers each change of either.
  public func combineLatest<Other: Sendable>(
    _ other: ReadOnlyLiveData<Other>
  ) -> ReadOnlyLiveData<(Value, Other)> {
    let left = Feed<Pair<Value, Other>>(self) { $0.left = [$1] }
    let right = Feed<Pair<Value, Other>>(other) { $0.right = [$1] }
    return ReadOnlyLiveData<(Value, Other)>(
      source: DerivedSource(feeds: [left, right], empty: Pair()) { ($0.left[0], $0.right[0]) })
  }

  /// Live data of this value and two others. It delivers each change of any of them.
  public func combineLatest<Second: Sendable, Third: Sendable>(
    _ second: ReadOnlyLiveData<Second>, _ third: ReadOnlyLiveData<Third>
  ) -> ReadOnlyLiveData<(Value, Second, Third)> {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }

  /// Live data of this value and three others. It delivers each change of any of them.
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: ReadOnlyLiveData<Second>, _ third: ReadOnlyLiveData<Third>, _ fourth: ReadOnlyLiveData<Fourth>
  ) -> ReadOnlyLiveData<(Value, Second, Third, Fourth)> {
    combineLatest(second, third).combineLatest(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }
}

extension Collection {
  /// Live data of the values of all elements, in their order. It delivers each change of any of them.
  public func combineLatest<Value: Sendable>() -> ReadOnlyLiveData<[Value]>
  where Element: ReadOnlyLiveData<Value> {
    let feeds = enumerated().map { index, liveData in
      Feed<[Int: Value]>(liveData) { $0[index] = $1 }
    }
    let indices = feeds.indices
    return ReadOnlyLiveData<[Value]>(
      source: DerivedSource(feeds: feeds, empty: [:]) { latest in indices.compactMap { latest[$0] } })
  }
}

/// The values of two sources: of each either none or one.
private struct Pair<Left: Sendable, Right: Sendable>: Sendable {
  var left: [Left] = []
  var right: [Right] = []
}
