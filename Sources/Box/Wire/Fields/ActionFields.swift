package import Board
package import Boundary
package import Programs

extension ActionStatus: WireObject {
  package static let fields: WireFields<ActionStatus> = [
    WireField("description", \.definition),
    WireField("needs", \.verdict),
    WireField("pending", \.pendingChange),
    WireField("running", \.isRunning),
    WireField("enabled", \.isEnabled),
    WireField("cancelling", \.isCancelling),
    WireField("present_runs", \.running),
    WireField("waiting", \.waiting),
    WireField("starts_again", \.startsAgain),
    WireField("runs", \.runs.count),
    WireField("input", \.runs.input),
    WireField("present", \.present),
    WireField("keeps_result", \.runs.keepsResult),
    WireField("result", \.runs.last.result),
    WireField("tolerated", \.runs.last.toleratedFailure),
    WireField("freshness", \.freshness),
    WireField("watch", \.watchNote),
    WireField("exit", \.runs.last.exitCode),
    WireField("duration", \.runs.last.duration),
    WireField("value", \.runs.value),
    WireField("progress", \.runs.fraction),
    WireField("left_running", \.leftRunning),
    WireField("port", \.port),
    WireField("restarts", \.runs.restarts),
    WireField("totals", \.runs.totals),
    WireField("shared", \.shared),
    WireField("trend", \.trend),
  ]
  package static let blank = ActionStatus(.blank)
}

extension Shared: WireValue where Value: WireValue {
  package func write(to json: inout [UInt8]) { value.write(to: &json) }
  package convenience init(_ json: JSONTree) throws(WireError) { self.init(try Value(json)) }
}

extension ActionDescription: WireObject {
  package static let fields: WireFields<ActionDescription> = [
    WireField("id", \.id),
    WireField("revision", \.revision),
    WireField("title", \.title),
    WireField("about", \.notes.summary),
    WireField("group", \.notes.group),
    WireField("tags", \.notes.tags),
    WireField("work", \.work),
    WireField("dir", \.directory),
    WireField("key", \.key),
    WireField("buttons", computed: \.buttonFields),
    WireField("input", computed: \.inputFields),
    WireField("while_running", \.whileRunning),
    WireField("quiet", \.isQuiet),
    WireField("repeats", \.repeats),
    WireField("probe", \.isProbe),
    WireField("command", \.isCommand),
    WireField("service", \.isService),
    WireField("with_board", \.startsWithBoard),
    WireField("shared", \.isShared),
    WireField("confirm", \.confirmation),
    WireField("agents", \.agents),
    WireField("enter", \.canBeEntered),
    WireField("enter_when_pressed", \.isEnteredWhenPressed),
    WireField("guard_facts", \.guardFacts),
    WireField("guard_needs", \.guardNeeds),
  ]
  package static let blank = ActionDescription(id: "", title: "")
}

extension AgentPolicy: WireObject {
  package static let fields: WireFields<AgentPolicy> = [
    WireField("policy", \.reach), WireField("ask_panel", \.asksInPanels),
    WireField("cancel_any", \.cancelsAny),
  ]
  package static let blank = AgentPolicy()
}

extension AgentPolicy.Reach: WireWord {}

/// The parts of the guard that do not hold; none if it passes.
extension Verdict: WireValue {
  package func write(to json: inout [UInt8]) {
    if case .blocked(let parts) = self { parts.write(to: &json) } else { json += "[]".utf8 }
  }

  package init(_ json: JSONTree) throws(WireError) {
    let parts = try [String](json)
    self = parts.isEmpty ? .passes : .blocked(by: parts)
  }
}

extension PendingChange: WireWord {}

extension ButtonKey: WireValue {
  package func write(to json: inout [UInt8]) { description.write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    let text = try String(json)
    do throws(ButtonKey.Refusal) { try self.init(any: text) } catch { throw WireError(error.message) }
  }
}

/// A word, and a limit after a space if there is one: "queue 3".
extension WhileRunning: WireValue {
  package func write(to json: inout [UInt8]) {
    let text =
      switch self {
      case .reject: "reject"
      case .restart: "restart"
      case .queue(.max): "queue"
      case .queue(let limit): "queue \(limit)"
      case .concurrent(.max): "concurrent"
      case .concurrent(let limit): "concurrent \(limit)"
      }
    text.write(to: &json)
  }

  package init(_ json: JSONTree) throws(WireError) {
    let parts = try String(json).split(separator: " ", maxSplits: 1)
    let limit = parts.count > 1 ? Int(parts[1]) : .max
    switch (parts.first, limit) {
    case ("reject", _): self = .reject
    case ("restart", _): self = .restart
    case ("queue", let limit?): self = .queue(limit: limit)
    case ("concurrent", let limit?): self = .concurrent(limit: limit)
    default: throw WireError(expected: "reject, restart, queue or concurrent")
    }
  }
}

extension GuardFact: WireValue {
  package func write(to json: inout [UInt8]) { "\(self)".write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    let text = try String(json)
    do throws(GuardMistake) { try self.init(named: text, at: 0) } catch { throw WireError(error.message) }
  }
}

/// "starting", "ready", or an object with the time of the next start.
extension ServiceState: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .starting: "starting".write(to: &json)
    case .ready: "ready".write(to: &json)
    case .restarting(let time): writeMember("restarting", time, to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "starting": self = .starting
    case "ready": self = .ready
    default:
      guard let time = json["restarting"] else { throw WireError(expected: "the state of a service") }
      self = .restarting(at: try Duration?(time))
    }
  }
}

func writeMember(_ name: String, _ value: some WireValue, to json: inout [UInt8]) {
  json += "{\"\(name)\":".utf8
  value.write(to: &json)
  json.append(UInt8(ascii: "}"))
}

extension OutputHolders: WireValue {
  package func write(to json: inout [UInt8]) { processes.write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    self.init(try [OutputHolder](json))
  }
}

extension OutputHolder: WireObject {
  package static let fields: WireFields<OutputHolder> = [
    WireField("pid", \.process), WireField("name", \.name), WireField("out_of_reach", \.isOutOfReach),
  ]
  package static let blank = OutputHolder(process: 0, name: "", isOutOfReach: false)
}

extension ProgramQuestion: WireObject {
  package static let fields: WireFields<ProgramQuestion> = [
    WireField("question", \.number), WireField("text", \.text), WireField("hidden", \.isHidden),
  ]
  package static let blank = ProgramQuestion(number: 0, text: "", isHidden: false)
}

extension RunTotals: WireObject {
  package static let fields: WireFields<RunTotals> = [
    WireField("succeeded", \.succeeded), WireField("failed", \.failed), WireField("tolerated", \.tolerated),
    WireField("cancelled", \.cancelled), WireField("seconds", \.duration),
    WireField("last_success", \.lastSuccess),
  ]
  package static let blank = RunTotals()
}

extension RunTrend: WireObject {
  package static let fields: WireFields<RunTrend> = [
    WireField("points", \.points), WireField("success_rate", \.successRate),
  ]
  package static let blank = RunTrend()
}

/// The seconds of a success, or a word.
extension RunTrend.Point: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .succeeded(let time): time.write(to: &json)
    case .failed: "failed".write(to: &json)
    case .cancelled: "cancelled".write(to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "failed": self = .failed
    case "cancelled": self = .cancelled
    default: self = .succeeded(try Duration(json))
    }
  }
}
