/// A value that can be accessed only while its lock is held.
///
/// It is like `Synchronization.Mutex`, but with a ``Lock``, which the thread sanitizer understands, and
/// without the rule that values which enter and leave it must be `Sendable`.
///
/// `@unchecked Sendable`: `lock` guards the value.
@usableFromInline package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  @usableFromInline let lock = Lock()
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable package init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  @inlinable deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` while holding the lock and returns its result.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) -> Result in try body(&value.pointee) }
  }
}

extension Locked where Value == Bool {
  /// Makes it true.
  /// - Returns: Whether it was false: of all callers, the first one gets true.
  package borrowing func set() -> Bool {
    withLock { value in
      defer { value = true }
      return !value
    }
  }
}
