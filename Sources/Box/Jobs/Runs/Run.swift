internal import Board
internal import Boundary
internal import Cluster
internal import Processes
internal import Programs
internal import SignalboxCore

/// One run of a job, from start to end.
struct Run: Sendable {
  let definition: ActionDefinition
  let work: any JobWork
  let station: Station
  let environment: JobEnvironment
  let record: LiveData<JobRecord>
  let output: OutputLog
  let commands: PresentCommands
  let terminals: ProgramTerminals
  /// Calls for the restart of its program, if it is that of a service.
  let restarts: RestartCalls

  func callAsFunction(_ accepted: RunRequest) async throws {
    var request = accepted
    request.input = definition.form.completed(accepted.input)
    let start = station.now
    let firstLine = output.nextLineNumber
    let number = record.modify {
      $0.begin(
        at: start, input: definition.form.shown(request.input), cause: request.cause,
        starter: request.origin.starter, firstLine: firstLine)
    }
    request.origin.onRun?(number)
    report(number, exitCode: nil)
    output.append([
      .note(
        "run \(number) started\(request.cause.remark)",
        request.cause.kindOfStart)
    ])
    if let left = station.leftBehind.processes(of: definition.id) {
      output.append([.note("still running from before: \(left)")])
    }
    let work = await perform(number, request)
    terminals.runEnded()
    let told = await request.end?(RunOutcome(work)) ?? .known
    switch (work, told) {
    case (.success(let warning), .known):
      await end(.succeeded, of: number, startedAt: start, warning: warning.map { RunWarning($0) })
    case (.success(let warning), .unknown(let reason)):
      let words = [warning, reason].compactMap(\.self).joined(separator: "; ")
      print([.note(reason, .failure)], of: number)
      await end(.succeeded, of: number, startedAt: start, warning: RunWarning(words, isUnconfirmed: true))
      throw JobFailure.unconfirmed(reason)
    case (.success, .refused(let reason)):
      try await fail(JobFailure.takenOver(reason), in: number, startedAt: start, firstLine)
    case (.failure(let error), .refused(let reason)):
      print([.note(reason, .failure)], of: number)
      try await fail(error, in: number, startedAt: start, firstLine)
    case (.failure(let error), _): try await fail(error, in: number, startedAt: start, firstLine)
    }
  }

  /// Does its work; returns what it warns about although it has succeeded.
  private func perform(_ number: Int, _ request: RunRequest) async -> Result<String?, any Error> {
    do {
      if let service = definition.service {
        try await serve(service, in: number, request)
        return .success(nil)
      }
      let warning = try await showingActivity { display in
        try await attempt(of: number, request, display)
        return display.warning
      }
      return .success(warning)
    } catch {
      return .failure(error)
    }
  }

  private func fail(
    _ error: any Error, in number: Int, startedAt start: Duration, _ firstLine: Int
  ) async throws {
    let error = explained(error, of: number, firstLine: firstLine)
    await end(RunOutcome(error), of: number, startedAt: start, for: error)
    throw error
  }

  /// Runs `body` with a display: an activity, unless the action is quiet.
  private func showingActivity<Result: Sendable>(
    _ body: (RunDisplay) async throws -> Result
  ) async throws -> Result {
    let value = JobActivity(id: definition.id, title: definition.title)
    if definition.isQuiet {
      return try await body(RunDisplay(value, activity: nil, record: record))
    }
    return try await station.activity.track(associatedValue: value) { activity in
      try await body(RunDisplay(value, activity: activity, record: record))
    }
  }

  private func end(
    _ outcome: RunOutcome, of number: Int, startedAt start: Duration, for error: (any Error)? = nil,
    warning: RunWarning? = nil
  ) async {
    // A remark that the file cannot be written comes before the end of the run.
    await output.flush()
    let now = station.now
    let duration = (now - start).text
    let note: OutputLine =
      switch outcome {
      case .succeeded:
        .note("succeeded after \(duration)\(warning.map { ", and warns: \($0)" } ?? "")", .success)
      case .failed(let failure), .tolerated(let failure):
        .note("failed after \(duration): \(failure.message)", .failure)
      case .lost(let reason): .note("lost after \(duration): \(reason)", .failure)
      case .cancelled: .note("cancelled after \(duration)", .cancellation)
      }
    print([note], of: number)
    await output.flush()
    if definition.onEnd == .stopAll, outcome != .cancelled {
      station.stopCalls.call(BoardStop(action: definition.id, outcome: outcome))
    }
    let exitCode = exitCode(outcome, of: number)
    let (ageTime, wallSeconds) = (station.ageTime, environment.wallSeconds())
    let (end, value) = record.modify { record in
      let end = record.end(
        outcome, of: number, at: now, ageTime: ageTime, wallSeconds: wallSeconds, exitCode: exitCode,
        failuresBeforeError: definition.failuresBeforeError)
      return (end, record.runs.value)
    }
    report(number, exitCode: exitCode)
    report(outcome, error, warning, counts: end.counts)
    if let notice = Notice(end.changes, of: definition, message: outcome.failure ?? value ?? "") {
      station.notices.trigger(notice)
    }
  }

  /// Reports that a run has begun or ended.
  private func report(_ number: Int, exitCode: Int32?) {
    let record = record.data
    guard let run = record.history[number] else { return }
    environment.onRun(
      RunEvent(
        action: definition, run: run, value: record.runs.value, exitCode: exitCode, time: station.now,
        inputs: run.ending?.outcome == .succeeded ? record.inputs?.key : nil,
        lines: { [output] in KeptLines(output.endedLines, record.history, from: 0, run: number) }))
  }

  private func exitCode(_ outcome: RunOutcome, of number: Int) -> Int32? {
    guard case .command = definition.work else { return nil }
    if case .failed(let failure) = outcome, case .exitCode(let code) = failure.kind { return code }
    if outcome == .succeeded, case .exited(let code) = record.data.successfulEnd(of: number) { return code }
    return nil
  }

  /// Reports the result to the error tracker: a success clears the error of an earlier failure.
  private func report(_ outcome: RunOutcome, _ error: (any Error)?, _ warning: RunWarning?, counts: Bool) {
    let source = ErrorSource(definition.id)
    let earlier = station.errors.reports.data.filter { $0.source == source }
    switch outcome {
    case .succeeded:
      // A warning that goes on stays the same error.
      guard let warning else { return station.errors.clear(source) }
      for report in earlier where !(report.error is RunWarning) { station.errors.dismiss(report) }
      station.errors.update(
        with: warning, resetTime: definition.error.reset, priority: .low, source: source)
    case .failed where counts:
      for report in earlier where report.error is RunWarning { station.errors.dismiss(report) }
      station.errors.update(
        with: error, resetTime: definition.error.reset, priority: definition.error.priority,
        source: source)
    case .failed, .tolerated, .cancelled, .lost: break
    }
  }

  /// Adds lines to the output, with the number of the run while another one of the action is in progress.
  func print(_ lines: [OutputLine], of run: Int) { output.append(record.data.history.marked(lines, of: run)) }

  /// Does the work of a run once.
  /// - Parameter watch: What a service needs to know of its program; nil for other work.
  func work(
    of run: Int, _ request: RunRequest, _ display: RunDisplay, watch: ProgramWatch? = nil
  ) async throws {
    let start = station.now
    let number = record.modify { $0.beginAttempt(of: run, at: start) }
    // A command says itself when its program runs.
    if !(work is CommandWork) { request.origin.onBegin?() }
    try await work.perform(
      Attempt(
        definition: definition, environment: environment, station: station, record: record, output: output,
        display: display, run: run, number: number, input: request.input, origin: request.origin,
        variables: request.variables, ports: request.ports, claim: request.claim,
        describingFile: request.describingFile, commands: commands, terminals: terminals, watch: watch))
  }
}

extension StartCause {
  fileprivate var kindOfStart: OutputLine.Kind {
    switch self {
    case .person: .startByPerson
    case .board: .startByBoard
    case .clock: .startByClock
    case .files: .startByBoard
    case .plan: .startByPerson
    }
  }

  /// What the first line of a run says of its cause.
  fileprivate var remark: String {
    switch self {
    case .person, .board, .clock: ""
    case .files(let path): ": \(path) has changed"
    case .plan: words().map { ": \($0)" } ?? ""
    }
  }
}
