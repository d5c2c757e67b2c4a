#if ServiceLifecycle
public import ServiceLifecycle
public import SignalboxCore

/// Executes an action once, as a service.
///
/// ```swift
/// let consume = Action<String, Never>(onCancel: .waitForWork) { queue in
///   try await consumeMessages(of: queue)
/// }
/// let group = ServiceGroup(services: [ActionService(consume, input: "orders")], logger: logger)
/// ```
///
/// The service runs as long as the execution, and everything that observes the action sees it. Use
/// `OnCancel.waitForWork` if the service must not end before its cancelled work.
public struct ActionService<Input: Sendable, Element: Sendable>: Service {
  private let action: Action<Input, Element>
  private let input: Input
  private let cancelsOnGracefulShutdown: Bool

  /// Creates a service, which retains the action.
  ///
  /// - Parameters:
  ///   - action: The action, which can also be executed by others.
  ///   - input: The input of the execution.
  ///   - cancelsOnGracefulShutdown: Whether a graceful shutdown cancels the execution. If it does not, the
  ///     service ends with the work.
  public init(_ action: Action<Input, Element>, input: Input, cancelsOnGracefulShutdown: Bool = true) {
    self.action = action
    self.input = input
    self.cancelsOnGracefulShutdown = cancelsOnGracefulShutdown
  }

  /// Executes the action and waits for the end of the execution.
  ///
  /// Returns when the execution has completed, or was cancelled by a graceful shutdown. Otherwise throws an
  /// `ActionError` if the execution failed, was refused or was cancelled by others.
  /// Cancelling the task cancels the execution, waits for its end and throws `CancellationError`.
  public func run() async throws {
    let execution = action.execute(input)
    try await onGracefulShutdown {
      do throws(ActionError) {
        // Returns when the execution has ended, also if this task is cancelled.
        try await execution.finished()
      } catch {
        guard case .cancelled = error else { throw error }
        try Task.checkCancellation()
        if !cancelsOnGracefulShutdown || !Task.isShuttingDownGracefully { throw error }
      }
    } perform: {
      if cancelsOnGracefulShutdown { execution.cancel() }
    }
  }
}

extension ActionService where Input == Void {
  /// Creates a service for an action without input; see ``init(_:input:cancelsOnGracefulShutdown:)``.
  public init(_ action: Action<Void, Element>, cancelsOnGracefulShutdown: Bool = true) {
    self.init(action, input: (), cancelsOnGracefulShutdown: cancelsOnGracefulShutdown)
  }
}
#endif
