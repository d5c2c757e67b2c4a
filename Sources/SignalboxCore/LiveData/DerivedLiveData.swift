extension ReadOnlyLiveData {
  /// Live data whose value is computed from this one's by `transform`.
  ///
  /// `transform` is called each time the value is read, and once for each change while the result is
  /// observed.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> ReadOnlyLiveData<Result> {
    derived(isRepeated: nil, transform)
  }

  /// Live data whose value is a property of this one's.
  public func map<Result: Sendable>(
    _ keyPath: any KeyPath<Value, Result> & Sendable
  ) -> ReadOnlyLiveData<Result> {
    derived(isRepeated: nil) { $0[keyPath: keyPath] }
  }

  /// Live data that delivers only changes for which `isDuplicate` returns false for the previous value and
  /// the new one.
  ///
  /// This applies to changes only: ``dispatch(initiator:)`` delivers the present value even if it repeats a
  /// previous one.
  public func removeDuplicates(
    by isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> ReadOnlyLiveData<Value> {
    derived(isRepeated: isDuplicate) { $0 }
  }

  private func derived<Result: Sendable>(
    isRepeated: (@Sendable (Result, Result) -> Bool)?, _ transform: @escaping @Sendable (Value) -> Result
  ) -> ReadOnlyLiveData<Result> {
    ReadOnlyLiveData<Result>(
      source: DerivedSource<[Value], Result>(
        feeds: [Feed(self) { latest, value in latest = [value] }], empty: [], isRepeated: isRepeated,
        derive: { transform($0[0]) }))
  }
}

extension ReadOnlyLiveData where Value: Equatable {
  /// Live data that delivers only changes to a value that is not equal to the previous one.
  ///
  /// This applies to changes only: ``ReadOnlyLiveData/dispatch(initiator:)`` delivers the present value even
  /// if it is equal to a previous one.
  public func removeDuplicates() -> ReadOnlyLiveData<Value> {
    removeDuplicates(by: ==)
  }
}
