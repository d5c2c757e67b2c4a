import SignalboxCore

/// A value that is made by its first use. A failure is not kept: the next use tries again.
final class FirstSuccess<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private let make: @Sendable () throws -> Value
  private var made: Value?

  /// - Parameter make: Called by one thread at a time, until it returns.
  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  /// Nil when it cannot be made now.
  var value: Value? {
    lock.withLock {
      if made == nil { made = try? make() }
      return made
    }
  }
}
