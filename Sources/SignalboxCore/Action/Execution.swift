/// One run of an action: its own elements and its own end, for whoever holds it.
///
/// As a publisher it gives every subscriber all of its events, also those before the subscription. Dropping the
/// execution, or a subscription to it, leaves the work running; ``cancel()`` ends it.
public final class Execution<Element: Sendable>: Publisher, Cancellable, Sendable {
  public typealias Output = Element
  public typealias Failure = ActionError

  let record: ExecutionRecord<Element>

  init(record: ExecutionRecord<Element>) { self.record = record }

  deinit { record.release() }

  /// Cancels the work, or the waiting for it; the execution ends with ``ActionError/cancelled``. No effect after its
  /// end.
  public func cancel() { record.cancel() }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Element, S.Failure == ActionError {
    let subscription = RecordSubscription(subscriber, record: record)
    record.add(subscription)
    subscription.start()
  }

  /// The last element, once the execution has completed. Throws when it failed, was refused or cancelled; an execution
  /// that completes without an element throws ``NoElementError`` as the underlying error.
  ///
  /// Cancelling the task that waits cancels the execution.
  public var value: Element {
    get async throws(ActionError) {
      let reader = RecordReader(place: .max)
      record.add(reader)
      defer { record.remove(reader) }
      await withTaskCancellationHandler {
        while record.result == nil { await reader.waitForNews() }
      } onCancel: {
        cancel()
      }
      // Until here the record must not be trimmed: it is held.
      guard let (last, end) = withExtendedLifetime(self, { record.result }) else { throw .cancelled }
      if case .failure(let error) = end { throw error }
      guard let last else { throw .underlying(NoElementError()) }
      return last
    }
  }

  /// Waits for the end. Throws when the execution failed, was refused or cancelled.
  ///
  /// Cancelling the task that waits cancels the execution.
  public func finished() async throws(ActionError) {
    do {
      _ = try await value
    } catch .underlying(let error) where error is NoElementError {
      return
    }
  }

  /// The elements, from the first one, for `for try await`. Ending the iteration leaves the work running.
  public var values: ExecutionValues<Element> { ExecutionValues(execution: self) }
}
