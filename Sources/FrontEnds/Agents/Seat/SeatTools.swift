internal import Board
internal import Boundary
internal import Configuration
internal import Wire

/// What the tools do, as soon as the board is known.
extension Seat {
  /// How long a call waits if it does not say how long.
  private static let usualWait = Duration.seconds(45)

  mutating func perform(_ number: Int, _ tool: Tool, _ arguments: ToolArguments) {
    var status: ActionStatus?
    if let id = arguments.text("action") {
      status = action(id)
      if status == nil { return finish(number, text: unknownAction(id), isError: true) }
    }
    switch (tool, status) {
    case (.listActions, _):
      // Clients show a model one of both, so both say the same.
      let document = boardDocument
      var result = Self.toolResult(String(decoding: document.bytes, as: UTF8.self), isError: false)
      result.set("structuredContent", document)
      finish(number, result)
    case (.press, _?):
      let deadline = now + wait(arguments)
      if calls[number]?.attempts == 0 { calls[number]?.deadline = deadline }
      beginPress(number)
    case (.cancel, let status?): beginCancel(number, status)
    case (.wait, _): beginWait(number, arguments, status)
    case (.why, let status?): look(number, .explain(call: number, action: status.id))
    case (.output, let status?): beginOutput(number, arguments, status)
    case (.history, let status?): look(number, .history(call: number, action: status.id))
    case (.plan, let status?): look(number, .plan(call: number, action: status.id))
    default: finish(number, text: "the action is missing", isError: true)
    }
  }

  func wait(_ arguments: ToolArguments) -> Duration { arguments.duration("wait_seconds") ?? Self.usualWait }

  private func unknownAction(_ id: String) -> String {
    let names = visibleActions.map(\.id)
    let some = names.prefix(100).joined(separator: ", ")
    let unknown = UnknownAction(id, among: names.map { ($0, []) })
    return "\(unknown). There are: \(some)\(names.count > 100 ? " …" : "")"
  }

  func lock(_ situation: Situation) -> LockText {
    LockText(situation: situation) { [visible = Set(visibleActions.map(\.id))] id in
      visible.contains(id) || situation[id] == nil
    }
  }

  // MARK: Reading

  /// Asks the box for what a call is to answer.
  mutating func look(_ number: Int, _ question: SeatEffect) {
    calls[number]?.stage = .reading(.answer)
    effects.append(question)
  }

  private mutating func beginOutput(_ number: Int, _ arguments: ToolArguments, _ status: ActionStatus) {
    if let mistake = pattern(arguments).mistake { return finish(number, text: mistake, isError: true) }
    if status.runs.count == 0 { return finish(number, text: "\(status.id) has never run.", isError: false) }
    let from = arguments.whole("from_line")
    let run = arguments.whole("run") ?? (from == nil ? -1 : nil)
    look(number, .lines(call: number, action: status.id, from: from ?? 0, run: run))
  }

  private func pattern(_ arguments: ToolArguments) -> (pattern: LineExpression?, mistake: String?) {
    guard let text = arguments.text("matching") else { return (nil, nil) }
    do throws(PatternError) { return (try LineExpression(text), nil) } catch {
      return (nil, "matching \(error.message)\(error.hint.map { " (\($0))" } ?? "")")
    }
  }

  mutating func linesCame(_ number: Int, _ kept: KeptLines?) {
    guard let call = calls[number], case .reading(let reading) = call.stage else { return }
    switch (reading, call.purpose) {
    case (.run(let run), .tool(_, let arguments)):
      let tail = arguments.whole("tail") ?? 40
      let output = kept.map { OutputText($0, tail: tail) }
      let block =
        tail == 0 ? nil : output.flatMap { output in kept.map { output.block(of: run.action.id, $0) } }
      let text = run.text(lastLine: output?.last)
      finish(
        number, text: [text, block].compactMap(\.self).joined(separator: "\n"), isError: run.isError,
        meta: run.meta)
    case (.answer, .tool(.output, let arguments)):
      guard let kept, let id = arguments.text("action") else {
        return finish(number, text: "the box of the board has ended: its outputs are not kept", isError: true)
      }
      if let run = arguments.whole("run"), kept.run == nil {
        return finish(number, text: "run \(run) of \(id) is not known", isError: true)
      }
      let output = OutputText(
        kept, tail: arguments.whole("tail") ?? OutputText.limits.lines, matching: pattern(arguments).pattern)
      let block = output.block(of: id, kept, from: arguments.whole("from_line") ?? 0)
      finish(number, text: restartRemark(id) + block, isError: false)
    case (.answer, .read(.output(let id))):
      let kept = kept ?? KeptLines()
      let text = OutputText(kept, tail: OutputText.limits.lines).block(of: id, kept)
      finish(number, contents(.output(id), "text/plain", text), .kept(milliseconds: 0))
    default: break
    }
  }

  /// How often a service has been restarted since the agent has started it, as a line; empty for never.
  private func restartRemark(_ id: String) -> String {
    let count = restarts(id)
    return count == 0
      ? "" : "\(id) has restarted \(count == 1 ? "once" : "\(count) times") since your press.\n"
  }

  func restarts(_ id: String) -> Int {
    guard let own = ownRuns[id], let status = action(id), own.runs.contains(status.runs.count) else {
      return 0
    }
    return max(0, status.runs.restarts - own.restarts)
  }

  mutating func historyCame(_ number: Int, _ history: RunHistory) {
    guard case .tool(_, let arguments)? = calls[number]?.purpose, let id = arguments.text("action"),
      let status = action(id)
    else { return }
    let text = HistoryText.text(history, of: status, last: arguments.whole("last") ?? 10, now: boxTime)
    finish(number, text: text, isError: false)
  }

  mutating func explanationCame(_ number: Int, _ explanation: Explanation?) {
    guard let call = calls[number], case .reading(let reading) = call.stage,
      case .tool(_, let arguments) = call.purpose, let id = arguments.text("action"),
      let situation = sight.situation
    else { return }
    if case .refusal(let reason) = reading {
      let text = lock(situation).text(of: id, because: reason, explanation?.parts ?? [])
      return finish(number, text: text, isError: true)
    }
    guard let explanation, let status = action(id) else { return finishWithoutBox(number) }
    finish(
      number, text: restartRemark(id) + WhyText.text(explanation, of: status, lock(situation)), isError: false
    )
  }

  mutating func planCame(_ number: Int, _ plan: PlanStatus?) {
    guard calls[number] != nil, let situation = sight.situation else { return }
    guard let plan else { return finishWithoutBox(number) }
    finish(number, text: PlanText.text(plan, lock(situation), now: boxTime), isError: false)
  }

  mutating func finishWithoutBox(_ number: Int) {
    finish(number, text: "the box of the board has ended; call the tool again", isError: true)
  }

  // MARK: Cancelling

  private mutating func beginCancel(_ number: Int, _ status: ActionStatus) {
    let id = status.id
    guard status.isRunning else { return finish(number, text: "\(id) is not running.", isError: true) }
    if let run = status.runThatAgentsLeave {
      return finish(number, text: "\(id) was not cancelled: \(run). Ask the person.", isError: true)
    }
    calls[number]?.stage = .cancelling
    let deadline = now + .seconds(30)
    calls[number]?.deadline = deadline
    effects.append(.cancel(id))
  }

  mutating func watchCancel(_ number: Int) {
    guard let id = actionName(number), action(id)?.isRunning != true else { return }
    finish(number, text: "\(id) was cancelled.", isError: false)
  }

  /// The name of the action of a call.
  func actionName(_ number: Int) -> String? {
    guard case .tool(_, let arguments)? = calls[number]?.purpose else { return nil }
    return arguments.text("action")
      ?? arguments.whole("petition").flatMap { petitions[UInt64($0)]?.action }
  }
}
