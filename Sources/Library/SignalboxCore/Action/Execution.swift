/// One execution of an action, with its own elements and its own end.
///
/// As a publisher it delivers all of its events to every subscriber, including those before the subscription.
/// Releasing the execution, or a subscription to it, does not cancel the work; ``cancel()`` does.
///
/// ```swift
/// let count = Action<Int, Int> { (1...$0).publisher }
/// let execution = count.execute(3)
/// let shown = execution.sink(
///   receiveCompletion: { _ in print("done") }, receiveValue: { print($0) })  // prints 1, 2, 3, done
/// print(try await execution.value)  // prints 3
/// ```
public final class Execution<Element: Sendable>: Publisher, Cancellable, Sendable {
  /// The elements of this execution's work.
  public typealias Output = Element
  /// The reason why the execution did not complete.
  public typealias Failure = ActionError

  @usableFromInline let record: ExecutionRecord<Element>

  @inlinable init(record: ExecutionRecord<Element>) { self.record = record }

  @inlinable deinit { record.release() }

  /// Cancels the work, or removes the execution from the queue. It ends with ``ActionError/cancelled``: at
  /// once, or with ``OnCancel/waitForWork`` when its work has ended. This has no effect after the end.
  @inlinable public func cancel() { record.cancel() }

  /// Delivers all events of the execution, including earlier ones. Combine's operators call this.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Element, S.Failure == ActionError {
    let subscription = RecordSubscription(subscriber, record: record)
    record.add(subscription)
    subscription.start()
  }

  /// Waits for the end and returns the last element. Throws if the execution failed, was refused or was
  /// cancelled. An execution that completes without an element throws ``NoElementError`` as the underlying
  /// error.
  ///
  /// Cancelling the waiting task cancels the execution.
  @inlinable public var value: Element {
    get async throws(ActionError) {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { record.resumeAtEnd($0) }
      } onCancel: {
        cancel()
      }
      // The execution is retained until here, so that the record is not trimmed.
      guard let (last, end) = withExtendedLifetime(self, { record.result }) else { throw .cancelled }
      if case .failure(let error) = end { throw error }
      guard let last else { throw .underlying(NoElementError()) }
      return last
    }
  }

  /// Waits for the end. Throws if the execution failed, was refused or was cancelled.
  ///
  /// Cancelling the waiting task cancels the execution.
  public func finished() async throws(ActionError) {
    do {
      _ = try await value
    } catch .underlying(let error) where error is NoElementError {
      return
    }
  }

  /// The elements from the first one, for `for try await`. Ending the iteration does not cancel the work.
  public var values: ExecutionValues<Element> { ExecutionValues(execution: self) }
}
