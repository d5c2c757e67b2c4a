/// The events of one execution, kept for those who come later while somebody holds the execution.
///
/// Everybody who listens has a place in the record, and who awaits the last element holds the execution. When the execution is no longer held, nobody can come later, and
/// what all listeners have heard is dropped.
final class ExecutionRecord<Element: Sendable>: @unchecked Sendable {
  typealias End = Subscribers.Completion<ActionError>

  private let lock = Lock()
  private var elements: [Element] = []
  private var firstIndex = 0
  private var end: End?
  private var isHeld = true
  private var listeners: [ObjectIdentifier: any RecordListener] = [:]
  private var order: [ObjectIdentifier] = []

  /// What stands at a place in the record.
  enum Entry {
    case element(Element)
    case end(End)
    case pending
  }

  func append(_ element: Element) {
    let listeners = lock.withLock {
      if isHeld || !order.isEmpty { elements.append(element) }
      return order.compactMap { self.listeners[$0] }
    }
    for listener in listeners { listener.recordChanged() }
    trim()
  }

  /// Ends the record; no effect when it has ended.
  func finish(_ end: End) {
    let listeners = lock.withLock {
      if self.end == nil { self.end = end }
      return order.compactMap { self.listeners[$0] }
    }
    for listener in listeners { listener.recordChanged() }
  }

  func add(_ listener: any RecordListener) {
    lock.withLock {
      listeners[ObjectIdentifier(listener)] = listener
      order.append(ObjectIdentifier(listener))
    }
  }

  func remove(_ listener: any RecordListener) {
    lock.withLock {
      listeners[ObjectIdentifier(listener)] = nil
      order.removeAll { $0 == ObjectIdentifier(listener) }
    }
    trim()
  }

  func entry(at index: Int) -> Entry {
    lock.withLock {
      let offset = index - firstIndex
      if offset >= 0, offset < elements.count { return .element(elements[offset]) }
      return end.map { .end($0) } ?? .pending
    }
  }

  /// The last element and the end; nil while there is no end.
  var result: (last: Element?, end: End)? {
    lock.withLock { end.map { (elements.last, $0) } }
  }

  /// Nobody can come later any more.
  func release() {
    lock.withLock { isHeld = false }
    trim()
  }

  private func trim() {
    let garbage = lock.withLock { () -> [Element] in
      if isHeld { return [] }
      let heard = order.compactMap { listeners[$0]?.place }.min() ?? firstIndex + elements.count
      guard heard > firstIndex else { return [] }
      let count = min(heard - firstIndex, elements.count)
      let garbage = Array(elements.prefix(count))
      elements.removeFirst(count)
      firstIndex += count
      return garbage
    }
    withExtendedLifetime(garbage) {}
  }
}

/// Somebody who reads a record as it grows.
protocol RecordListener: AnyObject, Sendable {
  /// The place up to which it has read.
  var place: Int { get }
  func recordChanged()
}
