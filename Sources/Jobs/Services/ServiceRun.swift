internal import Board
internal import Boundary
internal import Processes
internal import Programs
internal import SignalboxCore

/// The run of a service: its program is started again when it has ended, as often as the board allows.
extension Run {
  /// How long to wait between two probes of a service that is not ready.
  static let readyInterval = Duration.milliseconds(500)

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
        try await live(service, in: run, request, display)
      } catch {
        failure = error
      }
      // A service that a person stops may end in any way.
      try Task.checkCancellation()
      let end = failure.map { "\($0)" } ?? "exit code 0"
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
        try await wait(jittered(delay), for: number, after: end, display)
      }
    }
  }

  /// Waits between the end of the program and its next start.
  private func wait(
    _ delay: Duration, for next: String, after end: String, _ display: RunDisplay
  ) async throws {
    enter(.restarting(at: station.now + delay), display)
    output.append([.note(end), .note("\(next) in \(delay.text)")])
    display.show { shown in
      shown.value = "\(end), \(next)"
      shown.fraction = nil
      shown.progress = nil
    }
    try await sleep(for: delay, on: environment.clock)
    record.modify { $0.countRestart() }
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
    let service = try service.resolved(try probeVariables(request))
    let watch = ProgramWatch(service.ready)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await work(of: run, request, display, watch: watch)
        return true
      }
      group.addTask {
        try await attend(service, watch, display)
        return false
      }
      defer { group.cancelAll() }
      while let hasEnded = try await group.next() {
        if hasEnded { return }
      }
    }
  }

  /// The values of the variables in the probes of a service: those that its command has.
  private func probeVariables(_ request: RunRequest) throws(JobFailure) -> InheritedVariables {
    guard case .command(let command) = definition.work, !definition.probeVariables.isEmpty else {
      return request.variables
    }
    return request.variables.adding(try command.variables(request.variables))
  }

  /// Waits until the service is ready, and then checks that it answers.
  private func attend(_ service: ServiceDefinition, _ watch: ProgramWatch, _ display: RunDisplay) async throws
  {
    let start = station.now
    await watch.waitUntilRunning()
    switch service.ready {
    case nil: break
    case .line: await watch.waitForLine()
    case .delay(let delay): try await sleep(for: delay, on: environment.clock)
    case .probe(let probe):
      while await failure(of: probe) != nil {
        try await sleep(for: Self.readyInterval, on: environment.clock)
      }
    }
    try Task.checkCancellation()
    becomeReady(after: station.now - start, display)
    guard let liveness = service.liveness else { return }
    var failures = 0
    while failures < liveness.failures {
      try await sleep(for: liveness.interval, on: environment.clock)
      guard let failure = await failure(of: liveness.probe) else {
        failures = 0
        continue
      }
      try Task.checkCancellation()
      failures += 1
      output.append([.note("liveness: \(failure) (\(failures) of \(liveness.failures))")])
    }
    enter(.restarting(at: nil), display)
    throw JobFailure.notAlive(failures: failures)
  }

  private func becomeReady(after duration: Duration, _ display: RunDisplay) {
    output.append([.note("ready after \(duration.text)")])
    enter(.ready, display)
    station.errors.clear(ErrorSource(definition.id))
    let changes = record.modify { $0.recover() }
    if let notice = Notice(changes, of: definition, message: record.data.value ?? "") {
      station.notices.trigger(notice)
    }
  }

  /// Why a probe of the service does not succeed; nil if it does.
  private func failure(of probe: ServiceProbe) async -> (any Error)? {
    do {
      switch probe {
      case .http(let probe): try await probe.check(in: environment)
      case .tcp(let probe): try await probe.check(in: environment)
      }
      return nil
    } catch {
      return error
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

  /// The service with the values of the variables in its probes.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a variable is not set, or a value makes a probe invalid.
  fileprivate func resolved(_ variables: InheritedVariables) throws(JobFailure) -> ServiceDefinition {
    let ready: ReadyCondition? =
      switch ready {
      case .probe(let probe): .probe(try probe.resolved(variables))
      case .line, .delay, nil: ready
      }
    let liveness: LivenessCheck? =
      if let liveness {
        LivenessCheck(
          try liveness.probe.resolved(variables), interval: liveness.interval, failures: liveness.failures)
      } else {
        nil
      }
    return ServiceDefinition(ready: ready, restart: restart, liveness: liveness)
  }
}

extension ServiceProbe {
  fileprivate func resolved(_ variables: InheritedVariables) throws(JobFailure) -> ServiceProbe {
    switch self {
    case .http(let probe): .http(try probe.resolved(variables))
    case .tcp(let probe): .tcp(try probe.resolved(variables))
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
