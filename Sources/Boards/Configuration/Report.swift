/// Collects the first mistakes found while one file is read, and counts all of them.
///
/// A class, because all readers of parts of the file add to the same report. It is used within one call only.
package final class Report {
  package let source: SourceText
  /// At most twice as many as are shown; those that are not among the first are dropped from time to time.
  private var mistakes: [Mistake] = []
  /// The number of different mistakes.
  private var count = 0
  private var seen: Set<Int> = []
  /// No mistake after this location is among the first ones; nil as long as all are kept.
  private var end: TextLocation?
  private var secrets: [Range<Int>] = []
  private var remarks: Set<String> = []

  private struct Mistake: Hashable {
    let location: TextLocation
    let message: String
    let hint: String?
  }

  package init(_ source: SourceText) {
    self.source = source
  }

  /// Adds a mistake. A location outside of the text is moved to the nearest one inside.
  /// - Parameter hint: Evaluated only if the mistake may be shown, because suggestions take time.
  package func mistake(_ message: String, at location: TextLocation, hint: @autoclosure () -> String? = nil) {
    let location = source.nearest(location)
    if let end, location > end {
      if seen.insert(Mistake(location: location, message: message, hint: nil).hashValue).inserted {
        count += 1
      }
      return
    }
    let mistake = Mistake(location: location, message: message, hint: hint())
    guard seen.insert(mistake.hashValue).inserted else { return }
    count += 1
    mistakes.append(mistake)
    guard mistakes.count >= 2 * Diagnostic.limit else { return }
    mistakes = first
    end = mistakes.last?.location
  }

  /// Masks a value in the source lines of all mistakes, including those reported before.
  package func conceal(_ scalar: YAMLScalar) {
    secrets.append(scalar.range)
  }

  /// Whether this is the first call with a remark, which is then made once for the whole file.
  func isFirst(_ remark: String) -> Bool { remarks.insert(remark).inserted }

  package var isEmpty: Bool { mistakes.isEmpty }

  /// The first mistakes by their location. Those at the same location keep the order in which they were
  /// reported.
  private var first: [Mistake] {
    let sorted = mistakes.enumerated().sorted {
      ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
    }
    return sorted.prefix(Diagnostic.limit).map(\.element)
  }

  /// The first mistakes, without duplicates, sorted by location, and at the end the number of the others, if
  /// there are any.
  package var diagnostics: [Diagnostic] {
    let source = source.concealing(secrets)
    var diagnostics = first.map {
      Diagnostic(source: source, location: $0.location, message: $0.message, hint: $0.hint)
    }
    if count > Diagnostic.limit {
      let rest = count - Diagnostic.limit
      diagnostics.append(
        Diagnostic(
          file: source.file,
          message:
            "and \(rest) more \(rest == 1 ? "mistake" : "mistakes"): these are the first \(Diagnostic.limit)")
      )
    }
    return diagnostics
  }
}
