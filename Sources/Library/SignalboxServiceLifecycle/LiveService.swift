#if ServiceLifecycle
public import ServiceLifecycle
public import SignalboxCore

/// The state of a service that is run by a ``LiveService``.
public enum ServiceState: Sendable {
  /// The service has not run yet.
  case idle
  /// The service is running.
  case running
  /// A graceful shutdown has begun, and the service is still running.
  case shuttingDown
  /// The service has ended.
  case finished
  /// The service has ended by the cancellation of its task.
  case cancelled
  /// The service has thrown an error.
  case failed(any Error)

  /// Whether the service is running, also while it shuts down.
  public var isRunning: Bool {
    switch self {
    case .running, .shuttingDown: true
    case .idle, .finished, .cancelled, .failed: false
    }
  }
}

/// Runs another service, and publishes its state.
///
/// ```swift
/// let server = LiveService(webServer)
/// server.state.observe(owner: self) { print($0) }
/// let group = ServiceGroup(services: [server], logger: logger)
/// ```
///
/// The service can be a whole `ServiceGroup`. A shutdown that the group begins itself, by a signal for
/// example, is only known to its services: wrap its last service, which is shut down first, to observe it.
public final class LiveService: Service {
  /// The state of the service. It is changed on the threads of the tasks that run it, without locks.
  public let state: ReadOnlyLiveData<ServiceState>
  private let live = LiveData<ServiceState>(data: .idle)
  private let service: any Service

  /// Creates a service that runs `service`.
  public init(_ service: any Service) {
    self.service = service
    state = live.readOnly
  }

  /// Runs the service. Throws what it throws.
  ///
  /// The state `shuttingDown` comes a moment after the beginning of a graceful shutdown, or not at all if the
  /// service ends first. When this method returns, the state is that of the end.
  public func run() async throws {
    live.data = .running
    do {
      try await onGracefulShutdown { [service] in
        try await service.run()
      } perform: { [live] in
        live.data = .shuttingDown
      }
      live.data = Task.isCancelled ? .cancelled : .finished
    } catch {
      live.data = Task.isCancelled || error.isCancellation ? .cancelled : .failed(error)
      throw error
    }
  }
}
#endif
