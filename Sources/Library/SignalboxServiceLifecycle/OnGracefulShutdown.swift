#if ServiceLifecycle
internal import ServiceLifecycle

/// Runs `operation`, and `perform` once a graceful shutdown of the present task begins meanwhile.
///
/// `perform` runs in a child task. A handler of `withGracefulShutdownHandler` is called while the package
/// holds a lock, so code of a user in it could deadlock.
func onGracefulShutdown<Result: Sendable>(
  _ operation: () async throws -> Result, perform: @escaping @Sendable () -> Void
) async throws -> Result {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      try await gracefulShutdown()
      perform()
    }
    defer { group.cancelAll() }
    return try await operation()
  }
}
#endif
