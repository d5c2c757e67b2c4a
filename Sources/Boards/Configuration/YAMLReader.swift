/// Reads YAML into nodes with locations.
package enum YAMLReader {
  /// The root of the only document; nil if the text is empty or, as the report then states, not valid YAML.
  package static func read(_ report: Report) -> YAMLNode? {
    guard !refuseControls(report) else { return nil }
    var unquoted = UnquotedTexts(report.source)
    var firstError: YAMLError?
    while true {
      var composer = YAMLComposer(report.source, unquoted)
      do throws(YAMLError) {
        let root = try composer.root()
        composer.mistakes.forEach(report.mistake)
        guard let firstError, composer.mistakes.isEmpty else { return root }
        // The source is not valid YAML, although the text with replaced indicators is.
        report.mistake(YAMLMistake(firstError, in: report.source))
        return nil
      } catch {
        firstError = firstError ?? error
        if unquoted.findNext(before: error.place) { continue }
        composer.mistakes.forEach(report.mistake)
        report.mistake(YAMLMistake(error, in: report.source))
        return nil
      }
    }
  }

  /// Reports control characters. libyaml reports only the first, by its offset in bytes.
  private static func refuseControls(_ report: Report) -> Bool {
    for number in 1...report.source.lineCount {
      let line = report.source.line(number)
      guard let index = line.firstIndex(where: \.isRefusedByYAML) else { continue }
      report.mistake(
        "\(line[index].isControl ? "control" : "invisible") character \(line[index].codePoint)",
        at: TextLocation(line: number, column: index - line.startIndex + 1))
    }
    return !report.isEmpty
  }
}

extension Report {
  fileprivate func mistake(_ mistake: YAMLMistake) {
    self.mistake(mistake.message, at: mistake.location, hint: mistake.hint)
  }
}

extension Unicode.Scalar {
  /// Whether YAML does not allow it. A byte order mark is allowed only at the start of the text.
  fileprivate var isRefusedByYAML: Bool {
    switch self {
    case "\t": false
    case "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": true
    default: isControl
    }
  }
}
