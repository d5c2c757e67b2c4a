// The programs of Benchmarks are linked statically, where the toolchain has no library for tests.
#if canImport(Testing)
package import Testing

/// Expects that two values are equal, and says in a failure what they were. `#expect` does not say that where
/// it contains `try` or `await`.
package func expectEqual<Value: Equatable>(
  _ seen: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(seen == expected, comment(), sourceLocation: sourceLocation)
}
#endif
