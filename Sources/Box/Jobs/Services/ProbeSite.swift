internal import Board
internal import Processes
internal import Programs
internal import SignalboxCore

/// Why a probe of a service has failed.
struct ProbeFailure: Error, Sendable {
  /// In a few words.
  let reason: String
  /// The last lines that its command has printed.
  var lines: [String] = []
  /// Whether another probe would end like this one, because its command cannot run.
  var isLasting = false
}

/// Where the probes of a service run: where its program does, with the same variables.
struct ProbeSite: Sendable {
  /// How many of the last lines of a command are kept.
  private static let lineLimit = 10
  /// How long the output of a command that has ended is awaited, while another process keeps it open.
  private static let outputLimit = Duration.milliseconds(200)

  let environment: JobEnvironment
  let directory: String?
  let variables: [String: String?]
  let context: ProcessContext?
  /// The program of the service.
  let watch: ProgramWatch

  /// Why a probe does not succeed; nil if it does, or the task is cancelled.
  func failure(of probe: ServiceProbe) async -> ProbeFailure? {
    do {
      switch probe {
      case .http(let probe): try await probe.check(in: environment)
      case .tcp(let probe): try await probe.check(in: environment)
      case .command(let invocation, let limit): try await run(invocation, limit)
      }
      return nil
    } catch {
      return error as? ProbeFailure ?? ProbeFailure(reason: "\(error)")
    }
  }

  /// Runs the command of a probe. When its time is up, its processes are killed.
  private func run(_ invocation: CommandDefinition.Invocation, _ limit: Duration) async throws {
    var commands = environment.commands
    commands.gracePeriod = .zero
    commands.outputLimit = Self.outputLimit
    commands.flow = nil
    var variables = variables
    if let process = watch.process { variables["SIGNALBOX_PID"] = "\(process)" }
    let lines = Locked<[String]>([])
    let outcome: CommandOutcome
    do {
      outcome = try await withTimeout(limit, on: environment.clock) { [commands, variables] in
        await commands.run(
          Invocation(invocation), directory: directory, environment: variables, context: context,
          enough: { Self.lineLimit },
          onLines: { new in
            lines.withLock { $0 = Array(($0 + new.map(\.text)).suffix(Self.lineLimit)) }
          })
      }
    } catch {
      throw ProbeFailure(reason: "probe: \(error)", lines: lines.withLock { $0 })
    }
    guard let failure = JobFailure(outcome) else { return }
    let work = WorkDefinition.command(CommandDefinition(invocation))
    throw ProbeFailure(
      reason: "probe: \(failure)", lines: lines.withLock { $0 }, isLasting: failure.isLasting(of: work))
  }
}

extension ServiceDefinition {
  /// The service with the values of the variables in its probes.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a variable is not set, or a value makes a probe invalid.
  func resolved(_ variables: InheritedVariables) throws(JobFailure) -> ServiceDefinition {
    let ready: ReadyCondition? =
      switch ready {
      case .probe(let probe): .probe(try probe.resolved(variables))
      case .line, .delay, nil: ready
      }
    return ServiceDefinition(
      ready: ready, readyLimit: readyLimit, restart: restart, liveness: try liveness?.resolved(variables),
      restartsWith: restartsWith)
  }
}

extension RepeatedProbe {
  fileprivate func resolved(_ variables: InheritedVariables) throws(JobFailure) -> RepeatedProbe {
    switch probe {
    case .http(let probe): repeating(.http(try probe.resolved(variables)))
    case .tcp(let probe): repeating(.tcp(try probe.resolved(variables)))
    case .command: self
    }
  }
}
