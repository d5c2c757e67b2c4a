extension Execution {
  /// Calls `receiveValue` for each element of the execution, including earlier ones, and then
  /// `receiveCompletion` for its end, on the threads that deliver.
  ///
  /// This is Combine's `sink` for executions, with fewer objects. Cancelling what it returns, or releasing
  /// it, ends the calls, but not the work.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<ActionError>) -> Void,
    receiveValue: @escaping (Element) -> Void
  ) -> AnyCancellable {
    let sink = RecordSink(record, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    record.add(sink)
    sink.read()
    return AnyCancellable { sink.cancel() }
  }
}

/// Reads the record of an execution into two closures.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties, and one thread at a time calls the closures.
/// `@exclusivity(unchecked)` and `@inlinable` are for speed.
@usableFromInline final class RecordSink<Element: Sendable>: RecordListener, @unchecked Sendable {
  @usableFromInline let record: ExecutionRecord<Element>
  @usableFromInline let lock = Lock()
  @exclusivity(unchecked) @usableFromInline var nextPlace = 0
  /// Whether a thread is reading the record.
  @exclusivity(unchecked) @usableFromInline var isBusy = true
  @exclusivity(unchecked) @usableFromInline var hasChange = true
  @exclusivity(unchecked) @usableFromInline var receiveValue: ((Element) -> Void)?
  @exclusivity(unchecked) @usableFromInline var receiveCompletion:
    ((Subscribers.Completion<ActionError>) -> Void)?
  /// Calls ``read()``. It is made where the type of the elements is known, so that it is specialized.
  @usableFromInline let readRecord: (RecordSink) -> Void

  @inlinable init(
    _ record: ExecutionRecord<Element>,
    receiveCompletion: @escaping (Subscribers.Completion<ActionError>) -> Void,
    receiveValue: @escaping (Element) -> Void
  ) {
    self.record = record
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
    readRecord = { $0.read() }
  }

  @usableFromInline var place: Int { lock.withLock { nextPlace } }

  @usableFromInline func recordChanged() {
    lock.lock()
    hasChange = true
    let isMine = !isBusy
    isBusy = true
    lock.unlock()
    if isMine { readRecord(self) }
  }

  /// Delivers events until there are no changes. The caller has set `isBusy`.
  @inlinable func read() {
    while true {
      lock.lock()
      guard let receiveValue, hasChange else {
        isBusy = false
        return lock.unlock()
      }
      let place = nextPlace
      hasChange = false
      lock.unlock()
      switch record.entry(at: place) {
      case .element(let element):
        lock.lock()
        nextPlace += 1
        hasChange = true
        lock.unlock()
        receiveValue(element)
      case .end(let end):
        let closures = takeClosures()
        record.remove(self)
        closures.receiveCompletion?(end)
      case .pending: break
      }
    }
  }

  @inlinable func cancel() {
    let garbage = takeClosures()
    record.remove(self)
    withExtendedLifetime(garbage) {}
  }

  @inlinable func takeClosures() -> (
    receiveValue: ((Element) -> Void)?, receiveCompletion: ((Subscribers.Completion<ActionError>) -> Void)?
  ) {
    lock.lock()
    defer { lock.unlock() }
    let taken = (receiveValue, receiveCompletion)
    (receiveValue, receiveCompletion) = (nil, nil)
    return taken
  }
}
