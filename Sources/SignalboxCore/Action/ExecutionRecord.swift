internal import DequeModule

/// The events of one execution. They are stored for later listeners while the execution is retained.
///
/// Each listener tracks how far it has read. When the execution is no longer retained, there can be no later
/// listeners, and the elements that all listeners have read are removed.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties. `@exclusivity(unchecked)` is for speed.
final class ExecutionRecord<Element: Sendable>: @unchecked Sendable {
  typealias End = Subscribers.Completion<ActionError>

  private let lock = Lock()
  @exclusivity(unchecked) private var elements: Deque<Element> = []
  @exclusivity(unchecked) private var firstIndex = 0
  @exclusivity(unchecked) private var end: End?
  @exclusivity(unchecked) private var isHeld = true
  /// In order of registration; rarely more than one.
  @exclusivity(unchecked) private var listeners: [any RecordListener] = []
  @exclusivity(unchecked) private var canceller: (any ExecutionCanceller)?
  private let id: UInt64

  /// Creates the record of execution `id`, which `canceller` can cancel until it has ended.
  init(id: UInt64, canceller: any ExecutionCanceller) {
    self.id = id
    self.canceller = canceller
  }

  /// Cancels the execution. This has no effect if it has ended.
  func cancel() { lock.withLock { canceller }?.cancel(id) }

  /// The event at an index of the record.
  enum Entry {
    case element(Element)
    case end(End)
    case pending
  }

  func append(_ element: Element) {
    lock.lock()
    let listeners = listeners
    if isHeld || !listeners.isEmpty { elements.append(element) }
    lock.unlock()
    for listener in listeners { listener.recordChanged() }
    trim()
  }

  /// Ends the record. This has no effect if it has ended.
  func finish(_ end: End) {
    lock.lock()
    if self.end == nil { self.end = end }
    let (listeners, canceller) = (listeners, canceller)
    self.canceller = nil
    lock.unlock()
    for listener in listeners { listener.recordChanged() }
    withExtendedLifetime(canceller) {}
  }

  func add(_ listener: any RecordListener) {
    lock.withLock { listeners.append(listener) }
  }

  func remove(_ listener: any RecordListener) {
    lock.withLock {
      listeners.removeAll { $0 === listener }
    }
    trim()
  }

  func entry(at index: Int) -> Entry {
    lock.lock()
    defer { lock.unlock() }
    let offset = index - firstIndex
    if offset >= 0, offset < elements.count { return .element(elements[offset]) }
    if let end { return .end(end) }
    return .pending
  }

  /// The last element and the end; nil before the end.
  var result: (last: Element?, end: End)? {
    lock.withLock { end.map { (elements.last, $0) } }
  }

  /// The execution was released: there can be no later listeners.
  func release() {
    lock.withLock { isHeld = false }
    trim()
  }

  private func trim() {
    lock.lock()
    if isHeld || elements.isEmpty { return lock.unlock() }
    let end = firstIndex + elements.count
    var firstUnread = end
    for listener in listeners { firstUnread = min(firstUnread, listener.place) }
    guard firstUnread > firstIndex else { return lock.unlock() }
    var garbage: Deque<Element> = []
    if firstUnread == end {
      // The usual case: everything has been read.
      swap(&garbage, &elements)
    } else {
      garbage.append(contentsOf: elements.prefix(firstUnread - firstIndex))
      elements.removeFirst(firstUnread - firstIndex)
    }
    firstIndex = firstUnread
    lock.unlock()
    withExtendedLifetime(garbage) {}
  }
}

/// Cancels executions by their identifiers.
protocol ExecutionCanceller: AnyObject, Sendable {
  func cancel(_ id: UInt64)
}

/// Reads a record as it grows.
protocol RecordListener: AnyObject, Sendable {
  /// The index of the next event to read.
  var place: Int { get }
  func recordChanged()
}
