public import DequeModule

/// An execution that waits or runs, and what its work delivers to: elements, and then one end. Calls after
/// the end have no effect.
///
/// What arrives during a delivery is stored here until its step comes. A step refers to nothing but the run,
/// so it costs no allocation.
///
/// `@unchecked Sendable`: the lock of the store's outbox guards all mutable properties.
/// `@exclusivity(unchecked)` and `@inlinable` are for speed.
@usableFromInline final class ActionRun<Input: Sendable, Element: Sendable>: @unchecked Sendable {
  @usableFromInline typealias End = Subscribers.Completion<ActionError>

  @usableFromInline let id: ActionMachine.ID
  @usableFromInline let input: Input
  @usableFromInline let record: ExecutionRecord<Element>
  /// The task that was created in `execute`, for work that runs in one.
  @usableFromInline let task: ExecutionTask?
  /// The execution to announce at the start; held only while it waits.
  @exclusivity(unchecked) @usableFromInline var announcement: Execution<Element>?
  @exclusivity(unchecked) @usableFromInline var canceller: (any WorkCanceller)?
  /// Whether it has ended. Then the store does not retain it.
  @exclusivity(unchecked) @usableFromInline var isOver = false
  /// How it has ended, until its step comes.
  @exclusivity(unchecked) @usableFromInline var result: End?
  @usableFromInline let store: ActionStore<Input, Element>

  /// The elements that wait for their steps. The first one has a place of its own: usually there is one.
  @exclusivity(unchecked) @usableFromInline var firstArrived: Element?
  @exclusivity(unchecked) @usableFromInline var arrived: Deque<Element> = []
  @exclusivity(unchecked) @usableFromInline var arrivedEnd: End?

  @inlinable init(
    id: ActionMachine.ID, input: Input, record: ExecutionRecord<Element>, task: ExecutionTask?,
    store: ActionStore<Input, Element>
  ) {
    self.id = id
    self.input = input
    self.record = record
    self.task = task
    self.store = store
    canceller = task
  }

  @inlinable func receive(_ element: Element) {
    let outbox = store.outbox
    outbox.lock.lock()
    if outbox.claim() {
      outbox.lock.unlock()
      store.receive(element, from: self)
      return outbox.finish()
    }
    if firstArrived == nil, arrived.isEmpty { firstArrived = element } else { arrived.append(element) }
    outbox.post { [self] in deliverArrived() }
    outbox.lock.unlock()
  }

  @inlinable func deliverArrived() {
    store.outbox.lock.lock()
    let element = takeArrived()
    store.outbox.lock.unlock()
    if let element { store.receive(element, from: self) }
  }

  @inlinable func takeArrived() -> Element? {
    guard let first = firstArrived else { return arrived.popFirst() }
    firstArrived = nil
    return first
  }

  @inlinable func end(_ end: End) {
    let outbox = store.outbox
    outbox.lock.lock()
    if outbox.claim() {
      outbox.lock.unlock()
      store.finish(self, end)
      return outbox.finish()
    }
    if arrivedEnd == nil {
      arrivedEnd = end
      outbox.post { [self] in
        if let end = arrivedEnd { store.finish(self, end) }
      }
    }
    outbox.lock.unlock()
  }

  /// Tells the listeners of the execution how it has ended. Only a step of the outbox may call this.
  @inlinable func finishRecord() {
    if let result { record.finish(result) }
  }

  /// Ends with an error, or as cancelled if the error represents a cancellation.
  @usableFromInline func fail(_ error: any Error) {
    end(.failure(error.isCancellation ? .cancelled : .underlying(error)))
  }
}
