/// Starts the work of an action for an input and returns how to cancel it. It runs without locks.
typealias StartWork<Input, Element: Sendable> =
  @Sendable (Input, WorkSink<Element>) -> @Sendable () -> Void

/// Where work delivers: its elements, then one end. What comes after the end is ignored.
struct WorkSink<Element: Sendable>: Sendable {
  let receive: @Sendable (Element) -> Void
  let end: @Sendable (Subscribers.Completion<ActionError>) -> Void

  /// Ends with an error, unless the error means that the work was cancelled.
  func fail(_ error: any Error) {
    end(.failure(error.isCancellation ? .cancelled : .underlying(error)))
  }
}

enum Work {
  /// Work that is a publisher.
  static func publisher<Input, Source: Publisher & SendableMetatype>(
    _ factory: @escaping @Sendable (Input) -> Source
  ) -> StartWork<Input, Source.Output> {
    { input, sink in
      let subscription = factory(input).sink(
        receiveCompletion: { completion in
          switch completion {
          case .finished: sink.end(.finished)
          case .failure(let error): sink.fail(error)
          }
        },
        receiveValue: { sink.receive($0) })
      let cancellable = UncheckedSendable(subscription)
      return { cancellable.value.cancel() }
    }
  }

  /// Work that is done in a task, which is cancelled with the execution.
  static func task<Input: Sendable, Element: Sendable>(
    on executor: (any TaskExecutor)?,
    _ operation: @escaping @Sendable (Input, WorkSink<Element>) async throws -> Void
  ) -> StartWork<Input, Element> {
    { input, sink in
      let task = Task(executorPreference: executor) {
        do {
          try await operation(input, sink)
          sink.end(.finished)
        } catch {
          sink.fail(error)
        }
      }
      return { task.cancel() }
    }
  }
}
