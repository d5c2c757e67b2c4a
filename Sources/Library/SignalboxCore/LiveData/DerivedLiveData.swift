extension ReadOnlyLiveData {
  /// Live data whose value is computed from this one's by `transform`.
  ///
  /// `transform` is called each time the value is read, and once for each change while the result is
  /// observed.
  @inlinable public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> ReadOnlyLiveData<Result> {
    mapped(transform)
  }

  /// Live data whose value is a property of this one's.
  @inlinable public func map<Result: Sendable>(
    _ keyPath: any KeyPath<Value, Result> & Sendable
  ) -> ReadOnlyLiveData<Result> {
    mapped { $0[keyPath: keyPath] }
  }

  /// Live data that delivers only changes for which `isDuplicate` returns false for the previous value and
  /// the new one.
  ///
  /// This applies to changes only: ``dispatch(initiator:)`` delivers the present value even if it repeats a
  /// previous one.
  @inlinable public func removeDuplicates(
    by isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> ReadOnlyLiveData<Value> {
    ReadOnlyLiveData(
      source: TransformedSource(
        source, formula: source.formula.removeDuplicates(by: isDuplicate), isRepeated: isDuplicate
      ) { $0 })
  }

  @inlinable func mapped<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> ReadOnlyLiveData<Result> {
    ReadOnlyLiveData<Result>(
      source: TransformedSource(source, formula: source.formula.map(transform), transform: transform))
  }
}

extension ReadOnlyLiveData where Value: Equatable {
  /// Live data that delivers only changes to a value that is not equal to the previous one.
  ///
  /// This applies to changes only: ``ReadOnlyLiveData/dispatch(initiator:)`` delivers the present value even
  /// if it is equal to a previous one.
  @inlinable public func removeDuplicates() -> ReadOnlyLiveData<Value> {
    removeDuplicates(by: ==)
  }
}
