/// A value that its copies share: a large value that is copied much more often than it changes is copied as a
/// reference.
package final class Shared<Value: Sendable & Equatable>: Sendable, Equatable {
  /// It stands here, so that one part of it is read without a copy of the others.
  package let value: Value

  package init(_ value: Value) { self.value = value }

  /// The same object is equal to itself without a look at the value.
  package static func == (one: Shared, other: Shared) -> Bool { one === other || one.value == other.value }
}
