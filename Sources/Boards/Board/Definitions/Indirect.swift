/// An optional value that is stored apart, for a property that few instances of a large type have.
///
/// A board can have thousands of actions, and most of them are a name and a command. Without this, each has
/// room for a service with its probes.
@propertyWrapper
public struct Indirect<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage?

  /// Stores a value.
  public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

  /// The value; nil for none.
  public var wrappedValue: Value? {
    get { storage?.value }
    set { storage = newValue.map(Storage.init) }
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.storage === other.storage || one.wrappedValue == other.wrappedValue
  }
}
