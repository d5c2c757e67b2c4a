#if Tracing
public import Tracing

extension AsyncSequence {
  /// Traces each iteration as a span, from its start to its end, its error or the release of the iterator.
  ///
  /// ```swift
  /// for try await page in pages.trace("read", by: tracer) {
  ///   print(page)  // prints 1, 2
  /// }
  /// ```
  ///
  /// In each call of the iterator the span is current. An error is recorded and sets the status. An iteration
  /// that ends while its task is cancelled sets the attribute `signalbox.cancelled` to true.
  ///
  /// - Parameters:
  ///   - name: The name of the span.
  ///   - tracer: Creates the spans.
  ///   - kind: The kind of the spans.
  ///   - context: Contains the parent of the spans; nil for the context of the task that iterates.
  public func trace(
    _ name: String, by tracer: any Tracer = InstrumentationSystem.tracer, kind: SpanKind = .internal,
    context: InstrumentationContext? = nil
  ) -> TracedSequence<Self> {
    TracedSequence(base: self, origin: SpanOrigin(name: name, tracer: tracer, kind: kind, context: context))
  }
}

/// An async sequence whose iterations are traced. The `trace` operator returns it.
public struct TracedSequence<Base: AsyncSequence>: AsyncSequence {
  /// The elements of the traced sequence.
  public typealias Element = Base.Element
  /// The error of the traced sequence.
  public typealias Failure = Base.Failure

  let base: Base
  let origin: SpanOrigin

  /// Starts an iteration, and its span.
  public func makeAsyncIterator() -> Iterator {
    let work = origin.start()
    return InstrumentationContext.$current.withValue(work.span.context) {
      Iterator(base: base.makeAsyncIterator(), work: work)
    }
  }

  /// One traced iteration.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let work: WorkSpan

    /// The next element; nil at the end. Throws the error of the traced sequence.
    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: nil)
    }

    /// The next element, on the caller's actor; nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      do {
        let element = try await withContext(work.span.context, isolation: actor) {
          () async throws(Base.Failure) in
          try await base.next(isolation: actor)
        }
        if element == nil { work.end(Task.isCancelled ? .cancelled : .completed) }
        return element
      } catch {
        work.end(WorkSpan.End(error))
        throw error
      }
    }
  }
}

extension TracedSequence: Sendable where Base: Sendable {}
#endif
