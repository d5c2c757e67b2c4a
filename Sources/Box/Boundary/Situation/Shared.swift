/// A value that its copies share: a large value that is copied much more often than it changes is copied as a
/// reference.
package struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Storage: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let storage: Storage

  package init(_ value: Value) { storage = Storage(value) }

  package var value: Value { _read { yield storage.value } }

  /// Copies of each other are equal without a look at the value.
  package static func == (one: Shared, other: Shared) -> Bool {
    one.storage === other.storage || one.storage.value == other.storage.value
  }
}
