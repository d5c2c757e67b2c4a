#if Tracing
internal import SignalboxCore
internal import Synchronization
internal import Tracing

/// The span of one piece of work. It ends once: with the work, or when it is released.
final class WorkSpan: Sendable {
  /// How work has ended.
  enum End {
    case completed
    case failed(any Error)
    case cancelled

    /// An error is a cancellation if it says so, or if it is thrown while the task is cancelled.
    init(_ error: any Error) {
      self = error.isCancellation || Task.isCancelled ? .cancelled : .failed(error.failureOfWork ?? error)
    }
  }

  let span: any Tracing.Span
  private let hasEnded = Atomic(false)

  init(_ span: any Tracing.Span) { self.span = span }

  deinit { end(.completed) }

  func end(_ end: End) {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    switch end {
    case .completed: break
    case .failed(let error):
      span.recordError(error)
      span.setStatus(SpanStatus(code: .error))
    case .cancelled:
      span.attributes["signalbox.cancelled"] = true
    }
    span.end()
  }
}
#endif
