internal import Board
internal import Boundary

/// What the definition of an action says to people, as lines of text and as fields of JSON.
extension ActionDescription {
  /// The lines below the verdict of its guard.
  var lines: [TerminalText] {
    let prompt = isCommand ? ("run: ", "     ") : ("", "")
    let work = work.split(whereSeparator: \.isNewline).enumerated().map { number, line -> TerminalText in
      "  \(number == 0 ? prompt.0 : prompt.1)\(String(line))"
    }
    return (notes.summary.map { ["  \($0)"] } ?? []) + work
  }

  func add(to object: inout JSONObject) {
    object.add("description", notes.summary)
    object.add("work", work.isEmpty ? nil : work)
  }
}
