/// Where live data has its value from, and who is told about it. The abstract half; see ``StoredSource`` and
/// ``DerivedSource``.
@usableFromInline class LiveSource<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let broadcast: Broadcast<Value>

  /// The value of one moment. Computing it may run transforms, so it happens without locks.
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

  /// The number of the present value. Call with the broadcast's lock held and a recipient registered.
  @inlinable func versionHoldingLock() -> (UInt64, Afterwards) {
    let (capture, afterwards) = captureHoldingLock()
    return (capture.version, afterwards)
  }

  /// How an async sequence finds the source again; it does not keep it alive.
  @inlinable var reference: @Sendable () -> LiveSource? { { [weak self] in self } }

  /// The present value and its number. Call with the broadcast's lock held and a recipient registered; runs no code of
  /// a user.
  @inlinable func captureHoldingLock() -> (Capture, Afterwards) {
    preconditionFailure("LiveSource is abstract")
  }

  /// The present value for live data derived from this. Call without locks.
  @inlinable func capture() -> (Capture, Afterwards) {
    broadcast.outbox.lock.withLock { captureHoldingLock() }
  }

  /// Registers a recipient for what comes after the present value. False when it is registered already.
  @inlinable final func add(_ recipient: Recipient<Value>) -> Bool {
    let (isAdded, afterwards) = broadcast.outbox.lock.withLock {
      var (isAdded, afterwards) = broadcast.addHoldingLock(recipient)
      let (version, others) = versionHoldingLock()
      recipient.floor = version
      afterwards.append(others)
      return (isAdded, afterwards)
    }
    afterwards.run()
    return isAdded
  }

  /// Registers a recipient and captures the value it comes after, in one step.
  @inlinable final func addCapturing(_ recipient: Recipient<Value>) -> (isAdded: Bool, Capture, Afterwards) {
    broadcast.outbox.lock.withLock {
      // Registered first: only what is fed knows in which order its sources change.
      var (isAdded, afterwards) = broadcast.addHoldingLock(recipient)
      let (capture, others) = captureHoldingLock()
      recipient.floor = capture.version
      // It is handed the captured value, so that a dispatch has nothing to add.
      recipient.seen = capture.version
      afterwards.append(others)
      return (isAdded, capture, afterwards)
    }
  }

  /// Delivers the present version to those who have not had it, or to one of them only. False when that one is not
  /// registered.
  @inlinable final func dispatch(to identity: ObjectIdentifier?) -> Bool {
    var recipient: Recipient<Value>?
    if let identity {
      recipient = broadcast.outbox.lock.withLock { broadcast.recipient(identity) }
      guard let recipient, !recipient.isOrphaned else { return false }
    }
    broadcast.outbox.lock.lock()
    let (capture, afterwards) = captureHoldingLock()
    broadcast.outbox.post { [broadcast, recipient] in
      if let recipient {
        _ = recipient.dispatch(capture.value(), version: capture.version)
      } else {
        broadcast.dispatch(capture.value(), version: capture.version)
      }
    }
    broadcast.outbox.lock.unlock()
    afterwards.run()
    broadcast.outbox.deliver()
    return true
  }
}
