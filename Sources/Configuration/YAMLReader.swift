/// Reads YAML into nodes that know their place.
package enum YAMLReader {
  /// The root of the only document, or nil when there is none or the text is not YAML; then the report says
  /// so.
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
        // It is no YAML, although nothing is wrong with what was made of it.
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

  /// libyaml refuses them too, but only the first, and tells its place in bytes.
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
  /// Whether it is outside of YAML's character set; a byte order mark belongs at the begin of a text only.
  fileprivate var isRefusedByYAML: Bool {
    switch self {
    case "\t": false
    case "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": true
    default: isControl
    }
  }
}
