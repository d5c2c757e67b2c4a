/// Collects the mistakes found while one board is read.
///
/// A class, because everything that reads a part of the board adds to the same one. It never leaves the call that
/// made it.
final class Report {
  let source: SourceText
  private var diagnostics: [Diagnostic] = []

  init(_ source: SourceText) {
    self.source = source
  }

  func mistake(_ message: String, at location: TextLocation, hint: String? = nil) {
    diagnostics.append(Diagnostic(source: source, location: location, message: message, hint: hint))
  }

  var isEmpty: Bool { diagnostics.isEmpty }

  /// All mistakes by place, each once. Mistakes at one place keep the order they were found in.
  var error: BoardError {
    var sorted: [Diagnostic] = []
    let start = TextLocation(line: 0, column: 0)
    let byPlace = diagnostics.enumerated().sorted {
      ($0.element.location ?? start, $0.offset) < ($1.element.location ?? start, $1.offset)
    }
    for (_, diagnostic) in byPlace where sorted.last != diagnostic {
      sorted.append(diagnostic)
    }
    return BoardError(diagnostics: sorted)
  }
}

/// Text from a board between backquotes, as messages show it: one line, no control characters, not too long.
func quoted(_ text: String) -> String {
  let limit = 60
  let visible = text.unicodeScalars.lazy.map { $0.isControl ? " " : $0 }.prefix(limit)
  return "`" + String(String.UnicodeScalarView(visible)) + (text.unicodeScalars.count > limit ? "…`" : "`")
}
