public import DequeModule

/// The events of one execution. They are stored for later listeners while the execution is retained.
///
/// Each listener tracks how far it has read. When the execution is no longer retained, there can be no later
/// listeners, and the elements that all listeners have read are removed.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties. `@exclusivity(unchecked)` and `@inlinable`
/// are for speed.
@usableFromInline final class ExecutionRecord<Element: Sendable>: @unchecked Sendable {
  @usableFromInline typealias End = Subscribers.Completion<ActionError>

  @usableFromInline let lock = Lock()
  @exclusivity(unchecked) @usableFromInline var firstIndex = 0
  @exclusivity(unchecked) @usableFromInline var end: End?
  @exclusivity(unchecked) @usableFromInline var isHeld = true
  /// The listeners in order of registration. The first one has a place of its own: rarely are there more.
  @exclusivity(unchecked) @usableFromInline var firstListener: (any RecordListener)?
  @exclusivity(unchecked) @usableFromInline var listeners: [any RecordListener] = []
  /// The tasks that wait for the end.
  @exclusivity(unchecked) @usableFromInline var waiters = WaitingTasks()
  @exclusivity(unchecked) @usableFromInline var canceller: (any ExecutionCanceller)?
  @usableFromInline let id: UInt64
  /// The number of stored elements. A `deinit` is not specialized, so it is slow to ask the elements.
  @exclusivity(unchecked) @usableFromInline var count = 0
  /// The elements. The first one has a place of its own: usually there is one.
  @exclusivity(unchecked) @usableFromInline var firstElement: Element?
  @exclusivity(unchecked) @usableFromInline var elements: Deque<Element> = []

  /// Creates the record of execution `id`, which `canceller` can cancel until it has ended.
  @inlinable init(id: UInt64, canceller: any ExecutionCanceller) {
    self.id = id
    self.canceller = canceller
  }

  /// Cancels the execution. This has no effect if it has ended.
  @usableFromInline func cancel() { lock.withLock { canceller }?.cancel(id) }

  /// The event at an index of the record.
  @usableFromInline enum Entry {
    case element(Element)
    case end(End)
    case pending
  }

  @inlinable func append(_ element: Element) {
    lock.lock()
    let (first, listeners) = (firstListener, listeners)
    if isHeld || first != nil || !listeners.isEmpty { store(element) }
    lock.unlock()
    first?.recordChanged()
    for listener in listeners { listener.recordChanged() }
    trim()
  }

  /// Ends the record. This has no effect if it has ended.
  @inlinable func finish(_ end: End) {
    lock.lock()
    if self.end == nil { self.end = end }
    let (first, listeners, canceller) = (firstListener, listeners, canceller)
    let waiters = waiters.takeAll()
    self.canceller = nil
    lock.unlock()
    first?.recordChanged()
    for listener in listeners { listener.recordChanged() }
    waiters.resume()
    withExtendedLifetime(canceller) {}
  }

  /// Resumes a task when the record has ended.
  @inlinable func resumeAtEnd(_ task: UnsafeContinuation<Void, Never>) {
    lock.lock()
    let isOver = end != nil
    if !isOver { waiters.add(task) }
    lock.unlock()
    if isOver { task.resume() }
  }

  @inlinable func add(_ listener: any RecordListener) {
    lock.lock()
    if firstListener == nil, listeners.isEmpty {
      firstListener = listener
    } else {
      listeners.append(listener)
    }
    lock.unlock()
  }

  @inlinable func remove(_ listener: any RecordListener) {
    lock.lock()
    if firstListener === listener { firstListener = nil } else { listeners.removeAll { $0 === listener } }
    lock.unlock()
    trim()
  }

  @inlinable func entry(at index: Int) -> Entry {
    lock.lock()
    defer { lock.unlock() }
    let offset = index - firstIndex
    if offset == 0, let firstElement { return .element(firstElement) }
    let place = firstElement == nil ? offset : offset - 1
    if place >= 0, place < elements.count { return .element(elements[place]) }
    if let end { return .end(end) }
    return .pending
  }

  /// The last element and the end; nil before the end.
  @inlinable var result: (last: Element?, end: End)? {
    lock.withLock { end.map { (elements.last ?? firstElement, $0) } }
  }

  /// The execution was released: there can be no later listeners.
  @inlinable func release() {
    lock.lock()
    isHeld = false
    // The usual case: the last reference to the record is about to be released, with its only element.
    let isOver = end != nil && count <= 1
    lock.unlock()
    if !isOver { trim() }
  }

  @inlinable func trim() {
    lock.lock()
    if isHeld || count == 0 { return lock.unlock() }
    let end = firstIndex + count
    var firstUnread = min(end, firstListener?.place ?? end)
    for listener in listeners { firstUnread = min(firstUnread, listener.place) }
    guard firstUnread > firstIndex else { return lock.unlock() }
    let first = firstElement
    firstElement = nil
    let readCount = firstUnread - firstIndex - (first == nil ? 0 : 1)
    count -= firstUnread - firstIndex
    firstIndex = firstUnread
    if elements.isEmpty {
      // The usual case: there was one element, and it has been read.
      lock.unlock()
      return withExtendedLifetime(first) {}
    }
    let garbage = takeElements(readCount)
    lock.unlock()
    withExtendedLifetime((first, garbage)) {}
  }

  /// Removes the first elements. The caller releases them without a lock.
  @usableFromInline func takeElements(_ count: Int) -> Deque<Element> {
    var garbage: Deque<Element> = []
    if count == elements.count {
      swap(&garbage, &elements)
    } else {
      garbage.append(contentsOf: elements.prefix(count))
      elements.removeFirst(count)
    }
    return garbage
  }

  @inlinable func store(_ element: Element) {
    if count == 0 { firstElement = element } else { elements.append(element) }
    count += 1
  }
}

/// Cancels executions by their identifiers.
@usableFromInline protocol ExecutionCanceller: AnyObject, Sendable {
  func cancel(_ id: UInt64)
}

/// Reads a record as it grows.
@usableFromInline protocol RecordListener: AnyObject, Sendable {
  /// The index of the next event to read.
  var place: Int { get }
  func recordChanged()
}
