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
  /// In the order in which they came; seldom more than one.
  private var listeners: [any RecordListener] = []
  private var canceller: (any ExecutionCanceller)?
  private let id: UInt64

  /// The record of execution number `id`, which `canceller` cancels until it has ended.
  init(id: UInt64, canceller: any ExecutionCanceller) {
    self.id = id
    self.canceller = canceller
  }

  /// Cancels the execution; no effect when it has ended.
  func cancel() { lock.withLock { canceller }?.cancel(id) }

  /// What stands at a place in the record.
  enum Entry {
    case element(Element)
    case end(End)
    case pending
  }

  func append(_ element: Element) {
    let listeners = lock.withLock {
      if isHeld || !self.listeners.isEmpty { elements.append(element) }
      return self.listeners
    }
    for listener in listeners { listener.recordChanged() }
    trim()
  }

  /// Ends the record; no effect when it has ended.
  func finish(_ end: End) {
    let (listeners, canceller) = lock.withLock {
      if self.end == nil { self.end = end }
      defer { self.canceller = nil }
      return (self.listeners, self.canceller)
    }
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
      let heard = listeners.lazy.map(\.place).min() ?? firstIndex + elements.count
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

/// What can cancel executions by their numbers.
protocol ExecutionCanceller: AnyObject, Sendable {
  func cancel(_ id: UInt64)
}

/// Somebody who reads a record as it grows.
protocol RecordListener: AnyObject, Sendable {
  /// The place up to which it has read.
  var place: Int { get }
  func recordChanged()
}
