#if ServiceLifecycle
public import ServiceLifecycle
public import SignalboxCore

/// A service that holds up a graceful shutdown until the executions of an action have ended.
///
/// ```swift
/// let save = Action<String, Never>(whileExecuting: .queue()) { try await store($0) }
/// let group = ServiceGroup(services: [database, ActionDrain(save)], logger: logger)
/// ```
///
/// A group shuts its services down in reverse order, one after the other. Put this service behind those that
/// the executions need, and before those that request executions: in the example, the database is shut down
/// when everything is saved.
public struct ActionDrain: Service {
  /// What happens to the executions of the action when a graceful shutdown begins.
  public enum Mode: Sendable, Equatable {
    /// All end by themselves: what runs, what waits for its turn, and what is requested meanwhile.
    case finishAll
    /// What runs ends by itself, and what waits for its turn is cancelled.
    case cancelWaiting
    /// What runs and what waits is cancelled. With `OnCancel.waitForWork` the service waits for the work.
    case cancelAll
  }

  private let state: ReadOnlyLiveData<ActionState>
  private let begin: @Sendable () -> Void
  private let cancel: @Sendable () -> Void

  /// Creates a service, which retains the action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - mode: What a graceful shutdown does.
  public init<Input, Element>(_ action: Action<Input, Element>, _ mode: Mode = .finishAll) {
    state = action.state
    cancel = { action.cancel() }
    begin = {
      switch mode {
      case .finishAll: break
      case .cancelWaiting: action.cancelWaiting()
      case .cancelAll: action.cancel()
      }
    }
  }

  /// Waits for a graceful shutdown, and then until no execution is running or waiting.
  ///
  /// The action itself is not disabled: if others never stop requesting executions, this does not return with
  /// ``Mode/finishAll``. Cancelling the task cancels all executions, waits until they have ended and throws
  /// `CancellationError`.
  public func run() async throws {
    if (try? await gracefulShutdown()) != nil {
      begin()
      await untilIdle()
    }
    guard Task.isCancelled else { return }
    cancel()
    // A task of its own, which is not cancelled.
    await Task { await untilIdle() }.value
    throw CancellationError()
  }

  /// Waits until no execution is running or waiting, or the task is cancelled.
  private func untilIdle() async {
    for await state in state.values where state.running + state.waiting == 0 { return }
  }
}
#endif
