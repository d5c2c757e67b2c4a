internal import Board
internal import Boundary
internal import Processes
internal import Programs
internal import SignalboxCore

/// Runs a command, and reads progress and value from its output.
struct CommandWork: JobWork {
  let command: CommandDefinition

  func perform(_ attempt: Attempt) async throws {
    let (output, record, watch) = (attempt.output, attempt.record, attempt.watch)
    let reader = OutputInterpreter(attempt.definition, attempt.display)
    var commands = attempt.environment.commands
    let terminal = attempt.origin.hasTerminal ? command.terminal : .none
    var variables = try command.variables(attempt.variables, on: terminal)
    variables.merge(attempt.ports.environment) { $1 }
    variables.merge(
      CallingRun.variables(
        board: attempt.environment.boardPath, action: attempt.definition.id, run: attempt.run)
    ) { $1 }
    let form = attempt.definition.form
    variables.merge(form.variables(of: attempt.input)) { $1 }
    if let claim = attempt.claim { variables.merge(claim.variables) { $1 } }
    let directory = try command.workingDirectory(attempt.variables)
    if let refusal = attempt.ports.refusal {
      // The run has the ports of its start.
      throw JobFailure.cannotStart(refusal, mayPass: attempt.ports.lack == nil)
    }
    // Somebody waits for these bytes. Otherwise pauses save processor time.
    if attempt.origin.tap != nil { commands.pauses = false }
    commands.gracePeriod = attempt.definition.stop.grace
    let entrance = terminal == .full ? ProgramTerminal(name: variables["TERM"].flatMap { $0 } ?? "") : nil
    let stop = attempt.stopSequence(of: command, on: entrance)
    attempt.commands.insert(stop)
    defer { attempt.endStop(stop) }
    entrance?.detectQuestions(of: command, in: attempt)
    let firstLine = output.nextLineNumber
    defer { if let entrance { attempt.terminals.remove(entrance) } }
    let outcome = await commands.run(
      Invocation(command.invocation, form, attempt.input), directory: directory, environment: variables,
      context: attempt.origin.context,
      terminal: terminal == .none ? nil : attempt.environment.window.size, entrance: entrance, stop: stop,
      tap: terminal == .full ? nil : attempt.origin.tap,
      enough: { reader.needsEveryLine || watch?.needsEveryLine == true ? nil : output.enough },
      onStart: { process in
        attempt.commands.started(process, stoppedBy: stop)
        watch?.programStarted(process)
        attempt.origin.onBegin?()
        if let entrance {
          attempt.terminals.insert(entrance) { output.screenful(in: $0, from: firstLine) }
        }
      },
      onWait: { holders in
        attempt.print([.note("output still open: \(holders)")])
        record.modify { $0.wait(for: holders, in: attempt.run) }
      },
      onRest: { attempt.print([.note("ended what it left behind: \($0)")]) },
      onLeft: attempt.onLeft,
      onKeysWanted: {
        attempt.print([.note(ActionStatus.keysWanted)])
        record.modify { $0.setWantsKeys(true, in: attempt.run) }
      },
      onUnfinished: { line in output.show(unfinished: line.flatMap { attempt.marked([$0]).first }) },
      onLines: { lines in
        attempt.print(lines)
        reader.read(lines)
        watch?.read(lines)
      })
    if record.data.wantsKeys { record.modify { $0.setWantsKeys(false, in: attempt.run) } }
    if record.data.outputHolders != nil { record.modify { $0.wait(for: nil, in: attempt.run) } }
    // A cancelled command may end in any way, even successfully.
    try Task.checkCancellation()
    try attempt.judge(outcome, of: command)
  }
}

extension Attempt {
  /// Throws unless a command that has ended like this has succeeded.
  fileprivate func judge(_ outcome: CommandOutcome, of command: CommandDefinition) throws(JobFailure) {
    switch outcome {
    case .exited(let code):
      guard command.successCodes.contains(code) else { throw .exitCode(code) }
    case .signalled(let signal):
      guard definition.service != nil, definition.isStopSignal(signal, of: command) else {
        throw .signal(signal)
      }
    case .cannotStart(let reason, mayPass: true): throw .cannotStart(reason, mayPass: true)
    case .cannotStart(let reason, mayPass: false):
      // The person has not written that command, and learns what wants the program.
      throw .cannotStart(reason + (describingFile.map { ", needed by \($0)" } ?? ""))
    }
    guard outcome != .exited(0) else { return }
    print([.note("\(outcome.words), which is no failure")])
    record.modify { $0.succeed(by: outcome, in: run) }
  }

  /// Takes what the command leaves running; nil if that is ended.
  fileprivate var onLeft: (@Sendable (LeftGroup) -> Void)? {
    guard definition.leavesRunning else { return nil }
    return { left in
      print([.note(left.processes.words)])
      station.leftBehind.insert(left, of: definition.id)
    }
  }
}

extension ProgramTerminal {
  /// Shows the questions of a command, and sends notices of them.
  fileprivate func detectQuestions(of command: CommandDefinition, in attempt: Attempt) {
    guard command.canAsk else { return }
    let rule = command.questions
    detectQuestions {
      rule.matches($0)
    } onQuestion: { question in
      attempt.record.modify { $0.ask(question, in: attempt.run) }
      guard let question, let notice = Notice([.asks], of: attempt.definition, message: question.words) else {
        return
      }
      attempt.station.notices.trigger(notice)
    }
  }
}
