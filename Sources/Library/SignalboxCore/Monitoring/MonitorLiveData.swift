extension ReadOnlyLiveData {
  /// Calls `onUpdate` for each later change, and first for the present value if `initial` is true.
  ///
  /// - Parameters:
  ///   - owner: No call begins after its release; nil for no limit.
  ///   - initial: Whether the present value is delivered, too.
  ///   - onUpdate: Is called on the threads that deliver, without locks.
  package func monitor(
    owner: AnyObject?, initial: Bool = false, onUpdate: @escaping @Sendable (Value) -> Void
  ) {
    let observer = Observer(update: onUpdate)
    if let owner { observe(owner: owner, observer: observer) } else { observeForever(observer: observer) }
    if initial { dispatch(initiator: observer) }
  }
}
