/// The observers among the recipients.
extension Broadcast {
  /// The number of observers whose owners exist.
  var observerCount: Int {
    // Whether an owner exists is read without the lock: reading it can release the owner.
    observers().count { !$0.isOrphaned }
  }

  /// Removes all observers, and returns the number of those whose owners exist.
  func removeObservers() -> Int {
    let present = observers()
    let count = present.count { !$0.isOrphaned }
    var deferred = DeferredWork()
    outbox.lock.withLock {
      if recipients.remove(present) { disconnectIfUnobserved(&deferred) }
    }
    deferred.run()
    return count
  }

  private func observers() -> [Recipient<Value>] {
    outbox.lock.withLock { recipients.slots }.compactMap { $0 }.filter(\.isObserver)
  }
}
