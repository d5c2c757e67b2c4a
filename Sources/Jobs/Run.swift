internal import Board
internal import SignalboxCore

/// How one run of a job goes, from its beginning to its end.
struct Run: Sendable {
  let definition: ActionDefinition
  let station: Station
  let environment: JobEnvironment
  let record: LiveData<JobRecord>
  let output: OutputLog

  func callAsFunction(input: String?) async throws {
    let start = station.activity.now
    let number = record.modify { $0.begin(at: start) }
    output.append([.note("run \(number) started")])
    do {
      try await station.errors.track(
        resetTime: definition.error.reset, priority: ErrorPriority(definition.error.priority),
        source: ErrorSource(definition.id)
      ) {
        try await station.activity.track(
          associatedValue: JobActivity(id: definition.id, title: definition.title)
        ) { activity in
          try await withTimeout(definition.timeout, on: environment.clock) {
            try await work(number, input, activity)
          }
        }
      }
      end(.succeeded, startedAt: start)
    } catch {
      let isCancelled = error is CancellationError
      end(isCancelled ? .cancelled : .failed("\(error)"), startedAt: start)
      throw error
    }
  }

  private func end(_ result: JobRecord.Result, startedAt start: Duration) {
    let now = station.activity.now
    let duration = (now - start).formatted
    let note =
      switch result {
      case .succeeded: "succeeded after \(duration)"
      case .failed(let message): "failed after \(duration): \(message)"
      case .cancelled: "cancelled after \(duration)"
      }
    output.append([.note(note)])
    record.modify { $0.end(result, startedAt: start, at: now) }
  }

  private func work(_ number: Int, _ input: String?, _ activity: Activity<JobActivity>) async throws {
    switch definition.work {
    case .command(let command): try await run(command, input: input, activity)
    case .http: throw JobFailure.cannotStart("http is not supported yet")
    case .tcp: throw JobFailure.cannotStart("tcp is not supported yet")
    case .simulation(let simulation): try await run(simulation, number: number, activity)
    }
  }
}

extension ErrorPriority {
  fileprivate init(_ priority: ErrorPolicy.Priority) {
    self =
      switch priority {
      case .low: .low
      case .normal: .normal
      case .high: .high
      }
  }
}
