internal import Board
internal import Boundary
internal import Processes
internal import Programs
internal import SignalboxCore

/// The run of a service: its program is started again when it has ended, as often as the board allows.
extension Run {
  /// Returns when the program has ended with success and is not started again.
  func serve(_ service: ServiceDefinition, in run: Int, _ request: RunRequest) async throws {
    let display = RunDisplay(
      JobActivity(id: definition.id, title: definition.title), activity: nil, record: record)
    defer { display.showActivity(in: nil) }
    var schedule = RestartSchedule(service.restart)
    while true {
      enter(.starting, display)
      let start = station.now
      var failure: (any Error)?
      do {
        try await readInputs(of: run, display)
        try await live(service, in: run, request, display)
      } catch {
        failure = error
      }
      // A service that a person stops may end in any way.
      try Task.checkCancellation()
      if let call = failure as? RestartCall {
        record.modify { $0.countRestart() }
        output.append([.note("restarted with \(call.other)", .retry)])
        continue
      }
      let end = failure.map { "\($0)" } ?? record.data.successfulEnd(of: run).words
      let readyTime = record.data.readySince.map { station.now - max($0, start) }
      if let failure = failure as? JobFailure, failure.isLasting(of: definition.work),
        !service.hasProvenItself(readyTime)
      {
        throw failure
      }
      switch schedule.next(hasFailed: failure != nil, readyTime: readyTime) {
      case .end:
        if let failure { throw failure }
        return
      case .giveUp:
        throw JobFailure.gaveUp(after: end, restarts: service.restart.limit, exitCode: failure?.exitCode)
      case .restart(let delay):
        let number = "restart \(schedule.restartsInARow) of \(service.restart.limit)"
        let left = service.restart.limit - schedule.restartsInARow
        try await wait(jittered(delay), for: number, after: end, left: left, display)
      }
    }
  }

  /// Waits between the end of the program and its next start.
  private func wait(
    _ delay: Duration, for next: String, after end: String, left: Int, _ display: RunDisplay
  ) async throws {
    enter(.restarting(at: station.now + delay), display)
    output.append([.note(end), .note("\(next) in \(delay.text)")])
    display.showPassing("\(end), \(next)")
    try await sleep(for: delay, on: environment.clock)
    record.modify { $0.countRestart(left: left) }
    output.append([.note(next, .retry)])
  }

  /// Starting and restarting are activities; being ready is none.
  private func enter(_ state: ServiceState, _ display: RunDisplay) {
    let now = station.now
    record.modify { $0.serve(state, at: now) }
    display.showActivity(in: state == .ready || definition.isQuiet ? nil : station.activity)
  }

  /// Runs the program once, to its end. If the service does not answer while it is ready, the program is
  /// stopped, and that is the failure.
  private func live(
    _ service: ServiceDefinition, in run: Int, _ request: RunRequest, _ display: RunDisplay
  ) async throws {
    restarts.forget()
    let watch = ProgramWatch(service.ready)
    let site = try probeSite(of: service, request, watch)
    let service = try service.resolved(request.variables.adding(site.variables))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await work(of: run, request, display, watch: watch)
        return true
      }
      group.addTask {
        try await attend(service, watch, site, display)
        return false
      }
      if !service.restartsWith.isEmpty {
        group.addTask {
          guard let call = await restarts.next() else { return false }
          output.append([.note("\(call.other) is ready again")])
          enter(.restarting(at: nil), display)
          throw call
        }
      }
      defer { group.cancelAll() }
      while let hasEnded = try await group.next() {
        if hasEnded { return }
      }
    }
  }

  /// Where the probes of a service run. Its command has their variables, too, which may be read from files.
  private func probeSite(
    of service: ServiceDefinition, _ request: RunRequest, _ watch: ProgramWatch
  ) throws(JobFailure) -> ProbeSite {
    var (directory, variables): (String?, [String: String?]) = (nil, [:])
    if case .command(let command) = definition.work, service.isProbed {
      directory = try command.workingDirectory(request.variables)
      variables = try command.variables(request.variables).merging(request.ports.environment) { $1 }
    }
    return ProbeSite(
      environment: environment, directory: directory, variables: variables, context: request.origin.context,
      watch: watch)
  }

  /// Waits until the service is ready, and then checks that it answers.
  private func attend(
    _ service: ServiceDefinition, _ watch: ProgramWatch, _ site: ProbeSite, _ display: RunDisplay
  ) async throws {
    await watch.waitUntilRunning()
    let start = station.now
    let elapsed = { @Sendable [station] in station.now - start }
    if let condition = service.ready {
      let wait = ReadyWait(
        condition, limit: service.readyLimit, watch: watch, site: site, elapsed: elapsed)
      try await wait { failure, lines in
        fails(to: "ready", failure, lines, mayRestart: service.restart.occasion != .never, display)
      }
    }
    try Task.checkCancellation()
    becomeReady(after: elapsed(), display)
    guard let liveness = service.liveness else { return }
    var tally = ProbeTally(liveness)
    while true {
      try await sleep(for: liveness.interval, on: environment.clock)
      let failure = await site.failure(of: liveness.probe)
      try Task.checkCancellation()
      let before = tally.failures
      let verdict = tally.take(hasFailed: failure != nil, at: elapsed())
      if let failure, tally.failures > before {
        let count = liveness.failures.map { "\(tally.failures) of \($0)" } ?? "\(tally.failures)"
        output.append([.note("liveness: \(failure.reason) (\(count))")])
      }
      guard verdict == .failed else { continue }
      let end = JobFailure.notAlive(failures: tally.failures)
      fails(to: "liveness", end, failure?.lines ?? [], mayRestart: true, display)
      throw end
    }
  }

  /// The program of a service is about to be stopped, because it does not answer.
  /// - Parameters:
  ///   - probe: The option that its probe belongs to.
  ///   - lines: What the last probe has printed.
  private func fails(
    to probe: String, _ failure: JobFailure, _ lines: [String], mayRestart: Bool, _ display: RunDisplay
  ) {
    output.append(lines.map { .note("\(probe): \($0)") })
    if record.data.readySince == nil {
      display.show { $0.value = "\(failure)" }
      record.modify { $0.fail(toBeReady: "\(failure)") }
    }
    if mayRestart, !failure.isLasting(of: definition.work) { enter(.restarting(at: nil), display) }
  }

  private func becomeReady(after duration: Duration, _ display: RunDisplay) {
    output.append([.note("ready after \(duration.text)")])
    display.dropPassing()
    enter(.ready, display)
    station.errors.clear(ErrorSource(definition.id))
    let changes = record.modify { $0.recover() }
    if let notice = Notice(changes, of: definition, message: record.data.runs.value ?? "") {
      station.notices.trigger(notice)
    }
  }
}

extension ServiceDefinition {
  /// Whether a program that was ready for this time can do its work, so that its end has a cause of its own.
  fileprivate func hasProvenItself(_ readyTime: Duration?) -> Bool {
    guard let readyTime else { return false }
    return switch ready {
    case .line, .probe: true
    // It is ready then, whether or not it has done anything.
    case .delay, nil: readyTime >= restart.resetAfter
    }
  }
}

extension Error {
  /// The exit code of the command that has failed; nil if there is none.
  var exitCode: Int32? {
    switch self as? JobFailure {
    case .exitCode(let code): code
    case .gaveUp(_, _, let code): code
    default: nil
    }
  }
}
