#if Tracing
import InMemoryTracing
import Tracing

extension InMemoryTracer {
  /// The finished spans, each as its name, its errors, its status and whether it was cancelled.
  var lines: [String] {
    finishedSpans.map { span in
      let errors = span.errors.map { " \($0.error)" }.joined()
      let status = span.status.map { " \($0.code)" } ?? ""
      let isCancelled = span.attributes.get("signalbox.cancelled") == .bool(true)
      return "\(span.operationName)\(errors)\(status)\(isCancelled ? " cancelled" : "")"
    }
  }

  func span(_ name: String) -> FinishedInMemorySpan? { finishedSpans.first { $0.operationName == name } }
}

struct Offline: Error {}
#endif
