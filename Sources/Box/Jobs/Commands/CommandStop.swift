internal import Board
internal import Boundary
internal import Processes
internal import Programs
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension Attempt {
  /// How a command of this attempt is stopped, which the record and the output show.
  /// - Parameter terminal: The terminal that people can enter; nil for none.
  func stopSequence(of command: CommandDefinition, on terminal: ProgramTerminal?) -> StopSequence {
    let policy = definition.stop
    let signal = policy.signal ?? command.usualStopSignal
    var typeKeys: (@Sendable () -> Bool)?
    if let terminal, let keys = policy.keys { typeKeys = { terminal.write(keys.bytes) == keys.bytes.count } }
    return StopSequence(
      typeKeys: typeKeys, request: policy.command.map { Invocation($0) }, signal: signal.number,
      onEvent: { event in
        switch event {
        case .step(let timeLeft):
          let end = station.now + timeLeft
          record.modify { $0.stop(run, by: end) }
        case .keysNotTaken: print([.note("it does not take the keys of `stop`")])
        case .requestFailed(let reason):
          print([.note("stop command: \(reason); sending SIG\(signal.rawValue)")])
        }
      }, onLines: { print($0) })
  }

  /// The command has ended, whether or not it was stopped.
  func endStop(_ stop: StopSequence) {
    commands.remove(stop)
    if record.data.stopEnd != nil { record.modify { $0.stop(run, by: nil) } }
  }
}

extension ActionDefinition {
  /// Whether its `stop` sends a signal, by which programs do not end when they crash.
  func isStopSignal(_ number: Int32, of command: CommandDefinition) -> Bool {
    let signal = stop.signal ?? command.usualStopSignal
    switch signal {
    case .kill, .abort: return false
    default: return signal.number == number
    }
  }
}

extension CommandOutcome {
  /// The end of a program in a few words.
  var words: String { JobFailure(self).map { "\($0)" } ?? "exit code 0" }
}

extension StopPolicy.Signal {
  var number: Int32 {
    switch self {
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .quit: SIGQUIT
    case .abort: SIGABRT
    case .kill: SIGKILL
    case .user1: SIGUSR1
    case .user2: SIGUSR2
    case .terminate: SIGTERM
    case .windowChange: SIGWINCH
    }
  }
}
