/// Collects the mistakes found while one file is read.
///
/// A class, because all readers of parts of the file add to the same report. It is used within one call only.
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

  /// Adds a mistake. A location outside of the text is moved to the nearest one inside.
  package func mistake(_ message: String, at location: TextLocation, hint: String? = nil) {
    mistakes.append(Mistake(location: source.nearest(location), message: message, hint: hint))
  }

  /// Masks a value in the source lines of all mistakes, including those reported before.
  package func conceal(_ scalar: YAMLScalar) {
    secrets.append(scalar.range)
  }

  package var isEmpty: Bool { mistakes.isEmpty }

  /// All mistakes, without duplicates, sorted by location. Mistakes at the same location keep the order in
  /// which they were reported.
  package var diagnostics: [Diagnostic] {
    let source = source.concealing(secrets)
    var sorted: [Diagnostic] = []
    let byLocation = mistakes.enumerated().sorted {
      ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
    }
    for (_, mistake) in byLocation {
      let diagnostic = Diagnostic(
        source: source, location: mistake.location, message: mistake.message, hint: mistake.hint)
      if sorted.last != diagnostic { sorted.append(diagnostic) }
    }
    return sorted
  }
}
