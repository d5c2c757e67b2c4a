/// Carries out what an object has to tell the outside, one step at a time and in order, with no lock held.
///
/// Objects whose changes belong together (an action's state, its elements, its ends) share one outbox, so everybody
/// sees one order. The thread that finds no delivery under way delivers, also what others add meanwhile; a thread that
/// finds one leaves its step and goes on. That is why a change made inside a callback comes after the current one, why
/// nothing recurses, and why a callback may wait for another thread.
@usableFromInline final class Outbox: @unchecked Sendable {
  @usableFromInline typealias Step = @Sendable () -> Void

  /// Guards the state of every object that shares this outbox, and the fields below.
  @usableFromInline let lock = StateLock()
  @usableFromInline init() {}

  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var steps: [Step] = []
  @exclusivity(unchecked) private var spare: [Step] = []

  /// Claims the delivery for the calling thread; false when one is under way or steps wait for theirs.
  ///
  /// Call with the lock held; whoever gets true must call ``finish()`` after unlocking.
  @inlinable func claim() -> Bool {
    if isDelivering || !steps.isEmpty { return false }
    isDelivering = true
    return true
  }

  /// Adds a step behind those that wait. Call with the lock held, then ``deliver()`` after unlocking.
  @inlinable func post(_ step: @escaping Step) {
    steps.append(step)
  }

  /// Carries out what waits, unless another thread (or a caller further up this one) is at it already.
  @inlinable func deliver() {
    lock.lock()
    let isMine = !isDelivering && !steps.isEmpty
    if isMine { isDelivering = true }
    lock.unlock()
    if isMine { finish() }
  }

  /// Carries out a step: at once when nothing is under way, else behind what waits.
  @inlinable func perform(_ step: @escaping Step) {
    lock.lock()
    performAndUnlock(step)
  }

  /// Gives the lock back and carries out a step, if there is one: at once when nothing is under way, else behind what
  /// waits. Call with the lock held.
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

  /// Carries out what waits and gives up the claim.
  @inlinable func finish() {
    lock.lock()
    if steps.isEmpty {
      isDelivering = false
      lock.unlock()
    } else {
      carryOutAndUnlock()
    }
  }

  /// The long way: steps wait. The two arrays take turns, so that a step costs no allocation of its own.
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
