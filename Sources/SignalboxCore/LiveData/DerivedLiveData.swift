extension ReadOnlyLiveData {
  /// Live data whose value is `transform` of this one's.
  ///
  /// `transform` runs for each reading and once for each change while anybody observes the result.
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

  /// Live data that tells only changes for which `isDuplicate` says false, given the value before and the new one.
  ///
  /// That is about changes. Who asks for the present value with ``dispatch(initiator:)`` gets it, also when it repeats
  /// one heard before.
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
  /// Live data that tells only changes to a value that is not equal to the one before.
  ///
  /// That is about changes. Who asks for the present value with ``ReadOnlyLiveData/dispatch(initiator:)`` gets it, also
  /// when it is equal to one heard before.
  public func removeDuplicates() -> ReadOnlyLiveData<Value> {
    removeDuplicates(by: ==)
  }
}
