extension ReadOnlyLiveData {
  /// Live data of this value and another. It delivers each change of either.
  ///
  /// If both are derived from the same live data, each change of that is delivered once, with both new
  /// values. (The transforms in between are then called once more, for this pair.)
  ///
  /// ```swift
  /// let celsius = LiveData(data: 20)
  /// let both = celsius.combineLatest(celsius.map { $0 * 9 / 5 + 32 })
  /// both.observe(owner: self) { print($0, $1) }
  /// celsius.data = 100  // prints 100 212
  /// ```
  public func combineLatest<Other: Sendable>(
    _ other: ReadOnlyLiveData<Other>
  ) -> ReadOnlyLiveData<(Value, Other)> {
    let (own, others) = (source.formula, other.source.formula)
    let formula = own.combined(with: others)
    if formula.roots.count < own.roots.count + others.roots.count {
      return ReadOnlyLiveData<(Value, Other)>(formula: formula)
    }
    let left = Feed<Pair<Value, Other>>(source) { $0.left = [$1] }
    let right = Feed<Pair<Value, Other>>(other.source) { $0.right = [$1] }
    return ReadOnlyLiveData<(Value, Other)>(
      source: DerivedSource(
        feeds: [left, right], formula: formula,
        .init(empty: Pair(), canRepeat: false) { (($0.left[0], $0.right[0]), isNew: true) }))
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
  /// Elements that are derived from the same live data change together.
  public func combineLatest<Value: Sendable>() -> ReadOnlyLiveData<[Value]>
  where Element: ReadOnlyLiveData<Value> {
    let formulas = map(\.source.formula)
    let formula = Formula.list(formulas)
    if formula.roots.count < formulas.map(\.roots.count).reduce(0, +) {
      return ReadOnlyLiveData<[Value]>(formula: formula)
    }
    let feeds = enumerated().map { index, liveData in
      Feed<[Int: Value]>(liveData.source) { $0[index] = $1 }
    }
    let indices = feeds.indices
    return ReadOnlyLiveData<[Value]>(
      source: DerivedSource(
        feeds: feeds, formula: formula,
        .init(empty: [:], canRepeat: false) { latest in (indices.compactMap { latest[$0] }, isNew: true) }))
  }
}

extension ReadOnlyLiveData {
  /// Live data that is connected to the roots themselves, so that each change of one is delivered once.
  fileprivate convenience init(formula: Formula<Value>) {
    self.init(
      source: DerivedSource(
        feeds: formula.roots.map { $0.makeFeed() }, formula: formula,
        .init(empty: Evaluation(), canRepeat: formula.canRepeat) { formula.evaluate(&$0) }))
  }
}

/// The values of two sources: of each either none or one.
private struct Pair<Left: Sendable, Right: Sendable>: Sendable {
  var left: [Left] = []
  var right: [Right] = []
}
