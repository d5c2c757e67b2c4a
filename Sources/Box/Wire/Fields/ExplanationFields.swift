package import Board
package import Boundary
package import Programs

extension Explanation: WireObject {
  package static let fields: WireFields<Explanation> = [
    WireField("guard", \.needs), WireField("needs", \.verdict), WireField("facts", \.facts),
    WireField("refused", \.refusal), WireField("others", \.dependsOnOthers), WireField("parts", \.parts),
    WireField("from", \.origin), WireField("every", \.interval), WireField("next", \.nextRepeat),
    WireField("ended", \.resultTime), WireField("uses", \.usage),
  ]
  package static let blank = Explanation(needs: "", verdict: .passes, facts: [], refusal: nil)
}

extension Explanation.LiveFact: WireObject {
  package static let fields: WireFields<Explanation.LiveFact> = [
    WireField("name", \.name), WireField("value", \.value),
  ]
  package static let blank = Explanation.LiveFact(name: "", value: "")
}

extension ProcessUsage: WireObject {
  package static let fields: WireFields<ProcessUsage> = [
    WireField("processes", \.count), WireField("processor", \.processorTime),
    WireField("memory", \.memory), WireField("time", \.time),
  ]
  package static let blank = ProcessUsage(count: 0, processorTime: .zero, memory: 0)
}

extension GuardPart: WireValue {
  package func write(to json: inout [UInt8]) { PartObject(self).write(to: &json) }
  package init(_ json: JSONTree) throws(WireError) { self = try PartObject(json).part }
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

  static let fields: WireFields<PartObject> = [
    WireField("depth", \.depth), WireField("group", \.group), WireField("facts", \.facts),
    WireField("not", \.isNegated), WireField("comparison", \.comparison), WireField("holds", \.holds),
  ]
  static let blank = PartObject()
}

extension OutputSearch.Line: WireObject {
  package static let fields: WireFields<OutputSearch.Line> = [
    WireField("action", \.action), WireField("number", \.number), WireField("text", \.text),
  ]
  package static let blank = OutputSearch.Line(action: "", number: 0, text: "")
}
