/// Collects the mistakes found while one file is read.
///
/// A class, because everything that reads a part of the file adds to the same one. It never leaves the call that
/// made it.
package final class Report {
  package let source: SourceText
  private var mistakes: [Mistake] = []
  private var secrets: [Range<Int>] = []

  private struct Mistake {
    let location: TextLocation
    let message: String
    let hint: String?
  }

  package init(_ source: SourceText) {
    self.source = source
  }

  /// Adds a mistake; a place outside of the text becomes the nearest one inside.
  package func mistake(_ message: String, at location: TextLocation, hint: String? = nil) {
    mistakes.append(Mistake(location: source.nearest(location), message: message, hint: hint))
  }

  /// Keeps a value out of the lines that are shown with mistakes, those found before included.
  package func conceal(_ scalar: YAMLScalar) {
    secrets.append(scalar.range)
  }

  package var isEmpty: Bool { mistakes.isEmpty }

  /// All mistakes by place, each once. Mistakes at one place keep the order they were found in.
  package var diagnostics: [Diagnostic] {
    let source = source.concealing(secrets)
    var sorted: [Diagnostic] = []
    let byPlace = mistakes.enumerated().sorted {
      ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
    }
    for (_, mistake) in byPlace {
      let diagnostic = Diagnostic(
        source: source, location: mistake.location, message: mistake.message, hint: mistake.hint)
      if sorted.last != diagnostic { sorted.append(diagnostic) }
    }
    return sorted
  }
}

/// Text from outside between backquotes, as messages show it: one line, safe to show, not too long.
package func quoted(_ text: String) -> String {
  let limit = 60
  if text.utf8.count <= limit { return "`\(text.visible())`" }
  let begin = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
  return "`" + begin.visible() + (text.unicodeScalars.count > limit ? "…`" : "`")
}
