#if Tracing
public import SignalboxCore
public import Tracing

extension Tracer {
  /// Runs `operation` in a span and returns its result.
  ///
  /// ```swift
  /// let download = Action<Int, String> { page in
  ///   try await tracer.track("download") { span in
  ///     span.attributes["page"] = page
  ///     return try await fetch(page)
  ///   }
  /// }
  /// ```
  ///
  /// As the work of an action, each execution has a span. It is the child of the span in which `execute` was
  /// called, also if the execution has waited for its turn, because async work inherits the task-local values
  /// of its caller. In `operation` the span is current, so the spans that it starts are children.
  ///
  /// This differs from `withSpan` in how the span ends: an error is recorded and sets the status of the span,
  /// and for an `ActionError.underlying(_:)` that is the failure inside. A cancellation, and
  /// any error that is thrown while the task is cancelled, is not an error: it sets the attribute
  /// `signalbox.cancelled` to true.
  ///
  /// - Parameters:
  ///   - name: The name of the span.
  ///   - kind: The kind of the span.
  ///   - context: Contains the parent of the span; nil for the context of the task.
  ///   - isolation: The caller's actor, on which `operation` runs.
  ///   - function: The place in the code, together with `fileID` and `line`.
  ///   - fileID: See `function`.
  ///   - line: See `function`.
  ///   - operation: The work. It must not end the span.
  public func track<Result, Failure: Error>(
    _ name: String, kind: SpanKind = .internal, context: InstrumentationContext? = nil,
    isolation: isolated (any Actor)? = #isolation, function: String = #function, fileID: String = #fileID,
    line: UInt = #line, operation: (Self.Span) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let span = startSpan(
      name, context: context ?? .current ?? .topLevel, ofKind: kind, function: function, file: fileID,
      line: line)
    let work = WorkSpan(span)
    do {
      let result = try await withContext(span.context, isolation: isolation) { () async throws(Failure) in
        try await operation(span)
      }
      work.end(.completed)
      return result
    } catch {
      work.end(WorkSpan.End(error))
      throw error
    }
  }
}

extension ActivityIndicator {
  /// Runs `operation` as an activity with the default value, and in a span, and returns its result.
  ///
  /// ```swift
  /// let indicator = ActivityIndicator<String>()
  /// let page = try await indicator.track(span: "fetch", by: tracer) { _ in try await fetch(1) }
  /// ```
  ///
  /// The span ends as with `track` of a tracer, and before the activity.
  ///
  /// - Parameters:
  ///   - name: The name of the span.
  ///   - tracer: Creates the span.
  ///   - isolation: The caller's actor, on which `operation` runs.
  ///   - operation: The work.
  public func track<Result, Failure: Error>(
    span name: String, by tracer: any Tracer = InstrumentationSystem.tracer,
    isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await track(
      span: name, by: tracer, associatedValue: defaultAssociatedValue, isolation: isolation,
      operation: operation)
  }

  /// Runs `operation` as an activity and in a span, and returns its result. The operation can change the
  /// activity's value.
  ///
  /// - Parameters:
  ///   - name: The name of the span.
  ///   - tracer: Creates the span.
  ///   - associatedValue: The value of the activity.
  ///   - isolation: The caller's actor, on which `operation` runs.
  ///   - operation: The work.
  public func track<Result, Failure: Error>(
    span name: String, by tracer: any Tracer = InstrumentationSystem.tracer, associatedValue: Value?,
    isolation: isolated (any Actor)? = #isolation,
    operation: (Activity<Value>) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await track(associatedValue: associatedValue, isolation: isolation) {
      (activity) async throws(Failure) in
      try await tracer.track(name, isolation: isolation) { (_) async throws(Failure) in
        try await operation(activity)
      }
    }
  }
}

/// Runs `operation` with a current context. The function of the task-local value loses the type of the error.
func withContext<Result, Failure: Error>(
  _ context: InstrumentationContext, isolation: isolated (any Actor)?,
  operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let result: Swift.Result<Result, Failure> = await InstrumentationContext.$current.withValue(
    context,
    operation: {
      do throws(Failure) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }, isolation: isolation)
  return try result.get()
}
#endif
