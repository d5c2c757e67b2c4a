/// When an execution that is cancelled while its work runs is over.
///
/// ```swift
/// let build = VoidAction(onCancel: .waitForWork) {
///   try await compiler.run()  // stops the process and waits for it when the task is cancelled
/// }
/// build.execute()
/// build.cancel()
/// print(build.state.data.executing)  // prints true: the process is still shutting down
/// ```
public enum OnCancel: Sendable, Equatable {
  /// The execution ends at once, whether or not its work has noticed the cancellation. The action accepts
  /// another execution immediately, which may overlap with the rest of the cancelled work.
  case endImmediately
  /// The execution ends when its work has ended. Until then the action is executing, and ``WhileExecuting``
  /// applies: `reject` refuses, `queue` and `restart` wait, and `concurrent` counts it.
  ///
  /// Async work has ended when its closure or its sequence has returned or thrown. A publisher has ended as
  /// soon as its subscription is cancelled. Work that ignores its cancellation keeps the action busy for as
  /// long as it runs.
  case waitForWork
}
