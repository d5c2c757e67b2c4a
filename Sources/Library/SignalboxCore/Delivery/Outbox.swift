/// Runs the deliveries of an object one at a time and in order, without holding a lock.
///
/// Each delivery is a step. Objects whose changes belong together (an action's state, its elements, its ends)
/// share one outbox, so that all observers see the same order. A thread that posts a step runs it and all
/// steps that are posted meanwhile, unless another thread is running steps already; then it leaves the step
/// to that thread. A change that is made inside a callback is therefore delivered after the current one,
/// deliveries do not recurse, and a callback can wait for another thread.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
@usableFromInline final class Outbox: @unchecked Sendable {
  @usableFromInline typealias Step = @Sendable () -> Void

  /// Guards the state of every object that shares this outbox, and the properties below.
  @usableFromInline let lock = StateLock()
  @usableFromInline init() {}

  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var steps: [Step] = []
  @exclusivity(unchecked) private var spare: [Step] = []

  /// Claims the delivery for the calling thread. Returns false if a delivery is in progress or steps are
  /// waiting.
  ///
  /// Call with the lock held. If this returns true, call ``finish()`` after unlocking.
  @inlinable func claim() -> Bool {
    if isDelivering || !steps.isEmpty { return false }
    isDelivering = true
    return true
  }

  /// Adds a step behind the waiting ones. Call with the lock held, and call ``deliver()`` after unlocking.
  @inlinable func post(_ step: @escaping Step) {
    steps.append(step)
  }

  /// Runs the waiting steps, unless another thread, or a caller on this thread, is running them already.
  @inlinable func deliver() {
    lock.lock()
    deliverAndUnlock()
  }

  /// Releases the lock and runs the waiting steps, as ``deliver()`` does. Call with the lock held.
  @inlinable func deliverAndUnlock() {
    let isMine = !isDelivering && !steps.isEmpty
    if isMine { isDelivering = true }
    lock.unlock()
    if isMine { finish() }
  }

  /// Runs a step: at once if no delivery is in progress, or else after the waiting steps.
  @inlinable func perform(_ step: @escaping Step) {
    lock.lock()
    performAndUnlock(step)
  }

  /// Releases the lock and runs a step, if there is one: at once if no delivery is in progress, or else after
  /// the waiting steps. Call with the lock held.
  @inlinable func performAndUnlock(_ step: Step?) {
    guard let step else { return lock.unlock() }
    if claim() {
      lock.unlock()
      step()
      finish()
    } else {
      steps.append(step)
      lock.unlock()
    }
  }

  /// Runs the waiting steps and ends the claim.
  @inlinable func finish() {
    lock.lock()
    if steps.isEmpty {
      isDelivering = false
      lock.unlock()
    } else {
      carryOutAndUnlock()
    }
  }

  /// Runs the waiting steps. The two arrays are swapped, so that a step costs no allocation.
  @usableFromInline func carryOutAndUnlock() {
    var batch: [Step] = []
    swap(&batch, &spare)
    while !steps.isEmpty {
      swap(&batch, &steps)
      lock.unlock()
      for step in batch { step() }
      batch.removeAll(keepingCapacity: batch.count <= 64)
      lock.lock()
    }
    isDelivering = false
    swap(&batch, &spare)
    lock.unlock()
  }
}
