/// The value of live data and its recipients: an abstract class with the subclasses ``StoredSource`` and
/// ``DerivedSource``.
///
/// `@unchecked Sendable`, because a class that is not final cannot be checked: its property is a constant.
@usableFromInline class LiveSource<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let broadcast: Broadcast<Value>

  /// The value at one moment. It is computed without locks, because that can run transforms.
  @usableFromInline struct Capture: Sendable {
    @usableFromInline let version: UInt64
    @usableFromInline let value: @Sendable () -> Value

    @inlinable init(version: UInt64, value: @escaping @Sendable () -> Value) {
      self.version = version
      self.value = value
    }
  }

  @inlinable init(broadcast: Broadcast<Value>) { self.broadcast = broadcast }

  /// The present value. Call without locks.
  @inlinable var value: Value { preconditionFailure("LiveSource is abstract") }

  /// The version of the present value. Call with the broadcast's lock held and a recipient registered.
  @inlinable func versionHoldingLock() -> (UInt64, DeferredWork) {
    let (capture, deferred) = captureHoldingLock()
    return (capture.version, deferred)
  }

  /// Returns the source for an async sequence, which does not retain it.
  @inlinable var reference: @Sendable () -> LiveSource? { { [weak self] in self } }

  /// The present value and its version. Call with the broadcast's lock held and a recipient registered. This
  /// runs no code of a user.
  @inlinable func captureHoldingLock() -> (Capture, DeferredWork) {
    preconditionFailure("LiveSource is abstract")
  }

  /// How the value is computed from the roots of derived live data. A value that is stored is a root itself.
  @usableFromInline var formula: Formula<Value> { Formula(root: self) }

  /// The present value for live data derived from this. A repetition that was not delivered is no version of
  /// its own. Call with the broadcast's lock held and a recipient registered.
  @inlinable func captureForFeedsHoldingLock() -> (Capture, DeferredWork) { captureHoldingLock() }

  /// The present value for live data derived from this. Call without locks.
  @inlinable final func capture() -> (Capture, DeferredWork) {
    broadcast.outbox.lock.withLock { captureForFeedsHoldingLock() }
  }

  /// Registers a recipient for the changes from now on. Returns false if it is registered already.
  @inlinable final func add(_ recipient: Recipient<Value>) -> Bool {
    let (isAdded, deferred) = broadcast.outbox.lock.withLock {
      var (isAdded, deferred) = broadcast.addHoldingLock(recipient)
      let (version, others) = versionHoldingLock()
      recipient.floor = version
      deferred.append(others)
      return (isAdded, deferred)
    }
    deferred.run()
    return isAdded
  }

  /// Registers a recipient and captures the present value, in one step.
  @inlinable final func addCapturing(_ recipient: Recipient<Value>) -> (isAdded: Bool, Capture, DeferredWork)
  {
    broadcast.outbox.lock.withLock {
      // The registration comes first: derived live data knows the order of its sources only while it is
      // connected.
      var (isAdded, deferred) = broadcast.addHoldingLock(recipient)
      let (capture, others) = captureHoldingLock()
      recipient.floor = capture.version
      // The caller delivers the captured value, so a dispatch must not deliver it again.
      recipient.seen = capture.version
      deferred.append(others)
      return (isAdded, capture, deferred)
    }
  }

  /// Delivers the present version to the recipients that have not received it, or only to one of them.
  /// Returns false if that one is not registered.
  @inlinable final func dispatch(to observer: Observer<Value>?) -> Bool {
    var recipient: Recipient<Value>?
    if let observer {
      recipient = broadcast.outbox.lock.withLock { broadcast.registration(of: observer) }
      guard let recipient, !recipient.isOrphaned else { return false }
    }
    broadcast.outbox.lock.lock()
    let (capture, deferred) = captureHoldingLock()
    broadcast.outbox.post { [broadcast, recipient] in
      if let recipient {
        _ = recipient.dispatch(capture.value(), version: capture.version)
      } else {
        broadcast.dispatch(capture.value(), version: capture.version)
      }
    }
    broadcast.outbox.lock.unlock()
    deferred.run()
    broadcast.outbox.deliver()
    return true
  }
}
