import Synchronization

/// A value that is created by its first use. A failure is not stored: the next use tries again.
final class FirstSuccess<Value: Sendable>: Sendable {
  private let make: @Sendable () throws -> Value
  private let made = Mutex<Value?>(nil)

  /// - Parameter make: Called by one thread at a time, until it returns.
  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  /// Nil if it cannot be created now.
  var value: Value? { try? get() }

  /// - Throws: Why it cannot be created now.
  func get() throws -> Value {
    try made.withLock { made in
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
