/// An execution that waits or runs, and the sink of its work.
///
/// `@unchecked Sendable`: the lock of the store's outbox guards all mutable properties.
/// `@exclusivity(unchecked)` is for speed.
final class ActionRun<Input: Sendable, Element: Sendable>: WorkSink<Element>, @unchecked Sendable {
  let id: ActionMachine.ID
  let input: Input
  let record: ExecutionRecord<Element>
  /// The task that was created in `execute`, for work that runs in one.
  let task: ExecutionTask?
  /// The execution to announce at the start; held only while it waits.
  @exclusivity(unchecked) var announcement: Execution<Element>?
  @exclusivity(unchecked) var cancelWork: (@Sendable () -> Void)?
  /// Whether it has ended. Then the store does not retain it.
  @exclusivity(unchecked) var isOver = false
  private let store: ActionStore<Input, Element>

  init(
    id: ActionMachine.ID, input: Input, record: ExecutionRecord<Element>, task: ExecutionTask?,
    store: ActionStore<Input, Element>
  ) {
    self.id = id
    self.input = input
    self.record = record
    self.task = task
    self.store = store
    if let task { cancelWork = { task.cancel() } }
  }

  override func receive(_ element: Element) {
    store.outbox.perform { [self] in store.receive(element, from: self) }
  }

  override func end(_ end: Subscribers.Completion<ActionError>) {
    store.outbox.perform { [self] in store.finish(self, end) }
  }
}
