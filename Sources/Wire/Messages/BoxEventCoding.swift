internal import Board
package import Boundary
internal import Programs

extension BoxEvent {
  /// One line of JSON, without its end.
  package var line: [UInt8] {
    switch self {
    case .hello(let hello): Self.line("hello", hello)
    case .state: preconditionFailure("a state is encoded by stateLine")
    case .output(let output): Self.line("output", output)
    case .history(let history): Self.line("history", history)
    case .lines(let lines): Self.line("lines", lines)
    case .answer(let answer): Self.line("answer", answer)
    case .began(let began): Self.line("began", began)
    case .ended(let ended): Self.line("ended", ended)
    case .entered(let entered): Self.line("entered", entered)
    case .exited(let exited): Self.line("exited", exited)
    case .explanation(let explained): Self.line("why", explained)
    case .plan(let planned): Self.line("plan", planned)
    case .found(let found): Self.line("found", found)
    case .linesOf(let lines): Self.line("lines-of", lines)
    case .held(let held): Self.line("holds", held)
    case .notice(let notice): Self.line("notice", notice)
    case .left: Array("{\"event\":\"left\"}".utf8)
    case .refusal(let refusal): Self.line("refusal", refusal)
    }
  }

  /// The line of a state.
  /// - Parameter difference: What `Situation.difference(from:)` returned.
  package static func stateLine(_ difference: [UInt8]) -> [UInt8] {
    Array("{\"event\":\"state\",\"state\":".utf8) + difference + Array("}".utf8)
  }

  private static func line(_ name: String, _ object: some WireObject) -> [UInt8] {
    MessageLine.of("event", name, object)
  }

  /// Reads a line, without its end; nil for an event that this version does not know.
  package static func read(_ line: some Sequence<UInt8>) throws(WireError) -> BoxEvent? {
    let json: JSONTree
    do throws(JSONParser.Mistake) { json = try JSONParser.parse(line) } catch {
      throw WireError("not JSON, from byte \(error.offset) on")
    }
    switch json["event"]?.text {
    case "hello": return .hello(try Hello(json))
    case "state": return .state(json["state"] ?? .null)
    case "output": return .output(try Output(json))
    case "history": return .history(try History(json))
    case "lines": return .lines(try Lines(json))
    case "answer": return .answer(try Answer(json))
    case "began": return .began(try Began(json))
    case "ended": return .ended(try Ended(json))
    case "entered": return .entered(try Entered(json))
    case "exited": return .exited(try Exited(json))
    case "why": return .explanation(try Explained(json))
    case "plan": return .plan(try Planned(json))
    case "found": return .found(try Found(json))
    case "lines-of": return .linesOf(try LinesOf(json))
    case "holds": return .held(try Held(json))
    case "notice": return .notice(try NoticeSent(json))
    case "left": return .left
    case "refusal": return .refusal(try Refusal(json))
    case nil: throw WireError(expected: "an event")
    default: return nil
    }
  }
}

extension Explanation: WireValue {
  package func write(to json: inout [UInt8]) { ExplanationObject(self).write(to: &json) }
  package init(_ json: JSONTree) throws(WireError) { self = try ExplanationObject(json).explanation }
}

private struct ExplanationObject: WireObject {
  var needs = ""
  var missing: [String] = []
  var facts: [FactObject] = []
  var refusal: String?
  var parts: [PartObject] = []
  var origin: ActionOrigin?
  var interval: Duration?
  var nextRepeat: Duration?
  var resultTime: Duration?
  var usage: UsageObject?

  init() {}

  init(_ explanation: Explanation) {
    needs = explanation.needs
    if case .blocked(let parts) = explanation.verdict { missing = parts }
    facts = explanation.facts.map(FactObject.init)
    refusal = explanation.refusal
    parts = explanation.parts.map(PartObject.init)
    origin = explanation.origin
    interval = explanation.interval
    nextRepeat = explanation.nextRepeat
    resultTime = explanation.resultTime
    usage = explanation.usage.map { UsageObject($0, at: explanation.usageTime) }
  }

  var explanation: Explanation {
    var explanation = Explanation(
      needs: needs, verdict: missing.isEmpty ? .passes : .blocked(by: missing),
      facts: facts.map { Explanation.LiveFact(name: $0.name, value: $0.value) }, refusal: refusal)
    explanation.parts = parts.map(\.part)
    explanation.origin = origin
    explanation.interval = interval
    explanation.nextRepeat = nextRepeat
    explanation.resultTime = resultTime
    if let usage { (explanation.usage, explanation.usageTime) = (usage.usage, usage.time) }
    return explanation
  }

  static let fields: [WireField<ExplanationObject>] = [
    WireField("guard", \.needs), WireField("needs", \.missing), WireField("facts", \.facts),
    WireField("refused", \.refusal), WireField("parts", \.parts),
    WireField("from", \.origin),
    WireField("every", \.interval), WireField("next", \.nextRepeat), WireField("ended", \.resultTime),
    WireField("uses", \.usage),
  ]
  static let blank = ExplanationObject()
}

private struct UsageObject: WireObject {
  var count = 0
  var processorTime = Duration.zero
  var memory = 0
  var time = Duration.zero

  init() {}
  init(_ usage: ProcessUsage, at time: Duration) {
    (count, processorTime, memory) = (usage.count, usage.processorTime, usage.memory)
    self.time = time
  }

  var usage: ProcessUsage { ProcessUsage(count: count, processorTime: processorTime, memory: memory) }

  static let fields: [WireField<UsageObject>] = [
    WireField("processes", \.count), WireField("processor", \.processorTime),
    WireField("memory", \.memory), WireField("time", \.time),
  ]
  static let blank = UsageObject()
}

/// A row of a guard: "all" and "any", a fact with the value that it must have, or a comparison.
private struct PartObject: WireObject {
  var depth = 0
  var group: String?
  var facts: [GuardFact] = []
  var isNegated = false
  var comparison: String?
  var holds: Bool?

  init() {}

  init(_ part: GuardPart) {
    depth = part.depth
    holds = part.holds
    switch part.kind {
    case .all: group = "all"
    case .any: group = "any"
    case .fact(let fact, let expected): (facts, isNegated) = ([fact], !expected)
    case .comparison(let text, let mentions): (comparison, facts) = (text, mentions)
    }
  }

  var part: GuardPart {
    GuardPart(kind, depth: depth, holds: holds)
  }

  private var kind: GuardPart.Kind {
    if let comparison { return .comparison(comparison, facts) }
    if group == nil, let fact = facts.first { return .fact(fact, expected: !isNegated) }
    return group == "any" ? .any : .all
  }

  static let fields: [WireField<PartObject>] = [
    WireField("depth", \.depth), WireField("group", \.group), WireField("facts", \.facts),
    WireField("not", \.isNegated), WireField("comparison", \.comparison), WireField("holds", \.holds),
  ]
  static let blank = PartObject()
}

private struct FactObject: WireObject {
  var name = ""
  var value = ""

  init() {}
  init(_ fact: Explanation.LiveFact) { (name, value) = (fact.name, fact.value) }

  static let fields: [WireField<FactObject>] = [WireField("name", \.name), WireField("value", \.value)]
  static let blank = FactObject()
}

extension OutputSearch.Line: WireValue {
  package func write(to json: inout [UInt8]) { FoundLine(self).write(to: &json) }
  package init(_ json: JSONTree) throws(WireError) { self = try FoundLine(json).line }
}

private struct FoundLine: WireObject {
  var action = ""
  var number = 0
  var text = ""

  init() {}
  init(_ line: OutputSearch.Line) { (action, number, text) = (line.action, line.number, line.text) }

  var line: OutputSearch.Line { OutputSearch.Line(action: action, number: number, text: text) }

  static let fields: [WireField<FoundLine>] = [
    WireField("action", \.action), WireField("number", \.number), WireField("text", \.text),
  ]
  static let blank = FoundLine()
}
