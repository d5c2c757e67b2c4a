/// What happens to the executions of an action. Executions are numbered from 1, in the order of their starts.
package enum ExecutionEvent: Sendable {
  case started(Int)
  case completed(Int, duration: Duration)
  case failed(Int, duration: Duration, any Error)
  case cancelled(Int, duration: Duration)
  /// An execution was refused, when it was requested or when its turn came.
  case refused
}

extension Action {
  /// Calls `onEvent` for everything that happens to the executions that start from now on, in order, on the
  /// threads that deliver, without locks. The action is not retained.
  ///
  /// An execution that is cancelled before its turn comes has no event.
  ///
  /// - Parameters:
  ///   - timeline: The time in which durations are measured. They end when the event is delivered.
  ///   - owner: No call begins after its release; nil for no limit.
  ///   - onEvent: Must not retain the action.
  package func monitorExecutions(
    timeline: Timeline, owner: AnyObject?, _ onEvent: @escaping @Sendable (ExecutionEvent) -> Void
  ) {
    let lastNumber = Locked(0)
    let life = MonitorOwner(owner)
    let starts = Observer<Execution<Element>> { execution in
      let number = lastNumber.withLock {
        $0 += 1
        return $0
      }
      let start = timeline.now
      onEvent(.started(number))
      // The record of the execution retains the subscriber until the end; nothing retains the execution.
      execution.subscribe(
        Subscribers.Sink(
          receiveCompletion: { end in
            life.whileAlive {
              let duration = timeline.now - start
              switch end {
              case .finished: onEvent(.completed(number, duration: duration))
              case .failure(.underlying(let error)): onEvent(.failed(number, duration: duration, error))
              case .failure: onEvent(.cancelled(number, duration: duration))
              }
            }
          }, receiveValue: { _ in }))
    }
    let refusals = Observer<ActionError> { error in
      if case .notEnabled = error { onEvent(.refused) }
    }
    if let owner {
      executions.observe(owner: owner, observer: starts)
      errors.observe(owner: owner, observer: refusals)
    } else {
      executions.observeForever(observer: starts)
      errors.observeForever(observer: refusals)
    }
  }
}
