/// Tells a list of recipients about the changes of one object, in order, each once.
///
/// A broadcast knows nothing of what the versions mean: live data counts its settings, an event its triggers.
final class Broadcast<Value: Sendable>: @unchecked Sendable {
  let outbox: Outbox
  private var recipients = RecipientList<Value>()
  /// Ties derived live data to its sources while anybody observes it; nil for everything else.
  private let connection: Connection?

  /// How a broadcast is fed while it has recipients. Both are called with the lock held and run no code of a user.
  struct Connection: Sendable {
    let connect: @Sendable (Broadcast) -> Afterwards
    let disconnect: @Sendable (Broadcast) -> Afterwards
  }

  init(outbox: Outbox = Outbox(), connection: Connection? = nil) {
    self.outbox = outbox
    self.connection = connection
  }

  deinit {
    for recipient in recipients.removeAll() { recipient.finish() }
  }

  /// True when nobody listens. Call with the lock held.
  var isUnobserved: Bool { recipients.isEmpty }

  // MARK: Registration

  /// Adds a recipient. False when it is registered already.
  ///
  /// Call with the lock held, set the recipient's floor before giving it back, and call the result's
  /// ``Afterwards/run()`` after that.
  func addHoldingLock(_ recipient: Recipient<Value>) -> (isAdded: Bool, Afterwards) {
    var afterwards = Afterwards(outbox)
    let isFirst = recipients.isEmpty
    if recipients.isSweepDue { afterwards.keep(recipients.removeOrphans()) }
    guard recipients.insert(recipient) else { return (false, afterwards) }
    if isFirst, let connection { afterwards.append(connection.connect(self)) }
    return (true, afterwards)
  }

  /// Removes what is registered under an identity: no call to it begins after this returned.
  func remove(_ identity: ObjectIdentifier) -> Bool {
    let (isRemoved, afterwards) = outbox.lock.withLock { removeHoldingLock(identity) }
    afterwards.run()
    return isRemoved
  }

  /// Removes while the caller holds the lock.
  func removeHoldingLock(_ identity: ObjectIdentifier) -> (isRemoved: Bool, Afterwards) {
    var afterwards = Afterwards()
    guard let removed = recipients.remove(identity) else { return (false, afterwards) }
    afterwards.keep(removed)
    disconnectIfUnobserved(&afterwards)
    return (true, afterwards)
  }

  private func disconnectIfUnobserved(_ afterwards: inout Afterwards) {
    if recipients.isEmpty, let connection { afterwards.append(connection.disconnect(self)) }
  }

  /// The recipient registered under an identity. Call with the lock held.
  func recipient(_ identity: ObjectIdentifier) -> Recipient<Value>? { recipients.recipient(identity) }

  // MARK: Delivery

  /// Delivers a change and gives the lock back: at once when no delivery is under way, else behind what waits.
  ///
  /// Call with the lock held and the change made. `isRepeated` is asked without the lock; a change for which it says
  /// true is told to nobody.
  func sendAndUnlock(
    _ value: Value, version: UInt64, unless isRepeated: (@Sendable () -> Bool)? = nil
  ) {
    if recipients.isEmpty {
      outbox.lock.unlock()
    } else if outbox.claim() {
      let slots = recipients.slots
      outbox.lock.unlock()
      if isRepeated?() != true { deliver(value, version: version, to: slots) }
      outbox.finish()
    } else {
      post(value, version: version, unless: isRepeated)
      outbox.lock.unlock()
    }
  }

  /// Leaves a change in the outbox. Call with the lock held and deliver after unlocking.
  func post(_ value: Value, version: UInt64, unless isRepeated: (@Sendable () -> Bool)? = nil) {
    if recipients.isEmpty { return }
    outbox.post { [self] in
      if isRepeated?() != true { deliver(value, version: version) }
    }
  }

  /// Delivers a change to everybody. Only a step of the outbox may call this.
  func deliver(_ value: Value, version: UInt64) {
    deliver(value, version: version, to: outbox.lock.withLock { recipients.slots })
  }

  private func deliver(_ value: Value, version: UInt64, to slots: ContiguousArray<Recipient<Value>?>) {
    var hasOrphans = false
    for recipient in slots {
      if let recipient, !recipient.deliver(value, version: version) { hasOrphans = true }
    }
    if hasOrphans { sweep() }
  }

  /// Delivers a version to those who have not had it. Only a step of the outbox may call this.
  func dispatch(_ value: Value, version: UInt64) {
    var hasOrphans = false
    for recipient in outbox.lock.withLock({ recipients.slots }) {
      if let recipient, !recipient.dispatch(value, version: version) { hasOrphans = true }
    }
    if hasOrphans { sweep() }
  }

  /// Tells everybody that nothing will follow and lets go of them. Only a step of the outbox may call this.
  func finish() {
    for recipient in outbox.lock.withLock({ recipients.removeAll() }) { recipient.finish() }
  }

  private func sweep() {
    var afterwards = Afterwards()
    outbox.lock.withLock {
      let orphans = recipients.removeOrphans()
      if orphans.isEmpty { return }
      afterwards.keep(orphans)
      disconnectIfUnobserved(&afterwards)
    }
    afterwards.run()
  }
}
