extension BoxEvent {
  /// One line of JSON, without its end.
  package var line: [UInt8] {
    switch self {
    case .hello(let hello): Self.line("hello", hello)
    case .state: preconditionFailure("a state is encoded by stateLine")
    case .situation: preconditionFailure("a situation is not encoded")
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
