package import Configuration

extension Dashboard.Preferences {
  /// What messages call such a file.
  private static let kind = "config"

  /// Reads a preferences file of at most 4 MiB.
  /// - Throws: An error that the file cannot be read or is not UTF-8, or every mistake in it.
  package static func load(contentsOf path: String) throws(Dashboard.PreferencesError) -> Self {
    let text: String
    do throws(Diagnostic) {
      text = try SourceFile.text(of: path, kind: kind)
    } catch {
      throw Dashboard.PreferencesError(diagnostics: [error])
    }
    return try parse(text, file: path)
  }

  /// Parses the text of a preferences file. An empty text changes nothing.
  /// - Parameter file: The file name with which messages begin.
  /// - Throws: Every mistake in the text, in the order of the text.
  package static func parse(_ text: String, file: String) throws(Dashboard.PreferencesError) -> Self {
    let report = Report(SourceText(file: file, kind: kind, text: text))
    let draft =
      YAMLReader.read(report).flatMap { root in
        ValueReader.preferences.read(Field(name: "a config", node: root, report: report))
      } ?? PreferencesDraft()
    draft.checkKeys(report)
    guard report.isEmpty else { throw Dashboard.PreferencesError(diagnostics: report.diagnostics) }
    return draft.preferences(file: file)
  }
  /// What documentation says about the format.
  package static var schema: ValueSchema { ValueReader.preferences.schema() }
}
