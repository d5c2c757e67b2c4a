internal import Board
package import Boundary
package import Programs
internal import TerminalUI

extension OutputLine: WireObject {
  package static let fields: WireFields<OutputLine> = [
    WireField("text", \.text), WireField("kind", \.kind), WireField("replaces", \.replaces),
    WireField("truncated", \.isTruncated), WireField("at", \.arrival),
    WireField("skipped", computed: \.skippedBefore),
    WireField("styles", computed: \.styles), WireField("links", computed: \.links),
  ]
  package static let blank = OutputLine("")
}

extension KeptLines.Line: WireObject {
  package static let fields: WireFields<KeptLines.Line> = [
    WireField("number", \.number), WireField("run", \.run), WireField("text", \.line.text),
    WireField("kind", \.line.kind),
    WireField("truncated", \.line.isTruncated), WireField("at", \.line.arrival),
    WireField("styles", computed: \.line.styles), WireField("links", computed: \.line.links),
  ]
  package static let blank = KeptLines.Line(number: 0, run: 0, line: OutputLine(""))
}

extension OutputLine.Kind: WireValue {
  private static let words: [(OutputLine.Kind, String)] = [
    (.output, "output"), (.note, "note"), (.startByPerson, "start"), (.startByClock, "repeat"),
    (.startByBoard, "board"), (.retry, "retry"), (.status, "status"), (.success, "success"),
    (.failure, "failure"), (.cancellation, "cancellation"), (.errorOutput, "error"),
  ]

  package func write(to json: inout [UInt8]) { Self.words.first { $0.0 == self }?.1.write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    guard let kind = Self.words.first(where: { $0.1 == json.text })?.0 else {
      throw WireError(expected: "the kind of a line")
    }
    self = kind
  }
}

/// The offset at which the run starts, and the parameters of the sequence that sets its style: "12:0;1;31".
extension StyleRun: WireValue {
  package func write(to json: inout [UInt8]) { "\(start):\(style.sequenceParameters)".write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    let parts = json.text?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, let start = UInt32(parts[0]),
      let style = Style(sequenceParameters: String(parts[1]))
    else { throw WireError(expected: "the start and the style of a run") }
    self.init(start: Int(start), style: style)
  }
}

/// The offsets at which the link starts and ends, and its address: "12-20:https://example.org".
extension OutputLink: WireValue {
  package func write(to json: inout [UInt8]) {
    "\(range.lowerBound)-\(range.upperBound):\(address)".write(to: &json)
  }

  package init(_ json: JSONTree) throws(WireError) {
    let parts = json.text?.split(separator: ":", maxSplits: 1) ?? []
    let ends = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
    guard parts.count == 2, ends.count == 2, 0 <= ends[0], ends[0] <= ends[1],
      OutputLink.isAddress(parts[1].utf8)
    else { throw WireError(expected: "the ends and the address of a link") }
    self.init(range: ends[0]..<ends[1], address: String(parts[1]))
  }
}

extension RunHistory.Entry: WireObject {
  package static let fields: WireFields<RunHistory.Entry> = [
    WireField("run", \.number), WireField("start", \.start), WireField("cause", \.cause),
    WireField("starter", \.starter), WireField("input", \.input), WireField("first_line", \.firstLine),
    WireField("attempts", \.attempts), WireField("attempt_start", \.attemptStart),
    WireField("ending", computed: \.ending), WireField("now", computed: \.now),
  ]
  package static let blank = RunHistory.Entry(
    number: 0, start: .zero, cause: .person, starter: nil, input: nil, firstLine: 0)
}

extension RunHistory.Entry {
  /// What is known of it while it runs; nothing is written of a run that has ended.
  fileprivate var now: RunHistory.Presence {
    get { presence ?? .blank }
    set { presence = newValue }
  }
}

extension RunHistory.Presence: WireObject {
  package static let fields: WireFields<RunHistory.Presence> = [
    WireField("agent", \.isByAgent), WireField("asks", \.question), WireField("wants_keys", \.wantsKeys),
    WireField("output_open", \.outputHolders), WireField("stop_end", \.stopEnd),
    WireField("service", \.service), WireField("ready_since", \.readySince),
    WireField("not_ready", \.notReady), WireField("restarts_left", \.restartsLeft),
  ]
  package static let blank = RunHistory.Presence()
}

extension StartCause: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .person: "person".write(to: &json)
    case .board: "board".write(to: &json)
    case .clock: "clock".write(to: &json)
    case .files(let path): "files:\(path)".write(to: &json)
    case .plan(let action): "plan:\(action)".write(to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "person": self = .person
    case "board": self = .board
    case "clock": self = .clock
    case let text? where text.utf8.starts(with: "files:".utf8):
      // A path can begin with what would be one character together with the colon.
      self = .files(String(decoding: text.utf8.dropFirst(6), as: UTF8.self))
    case let text? where text.utf8.starts(with: "plan:".utf8):
      self = .plan(String(decoding: text.utf8.dropFirst(5), as: UTF8.self))
    default: throw WireError(expected: "person, board, clock, files or plan")
    }
  }
}

extension RunHistory.Ending: WireObject {
  package static let fields: WireFields<RunHistory.Ending> = [
    WireField("outcome", \.outcome), WireField("time", \.time), WireField("exit", \.exitCode),
  ]
  /// The outcome is always written.
  package static let blank = RunHistory.Ending(outcome: .failed(""), time: .zero)
}
