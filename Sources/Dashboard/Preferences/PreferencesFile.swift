internal import Configuration

extension Dashboard.Preferences {
  /// What such a file is called in messages.
  private static let kind = "config"

  /// Reads a person's file of at most 256 KiB.
  /// - Throws: That the file cannot be read or is not UTF-8, or every mistake in it.
  public static func load(contentsOf path: String) throws(Dashboard.PreferencesError) -> Self {
    let text: String
    do throws(Diagnostic) {
      text = try SourceFile.text(of: path, kind: kind)
    } catch {
      throw Dashboard.PreferencesError(diagnostics: [error])
    }
    return try parse(text, file: path)
  }

  /// Reads the text of a person's file. An empty one changes nothing.
  /// - Parameter file: The name that messages begin with.
  /// - Throws: Every mistake in the text, in its order.
  public static func parse(_ text: String, file: String) throws(Dashboard.PreferencesError) -> Self {
    let report = Report(SourceText(file: file, kind: kind, text: text))
    let draft = YAMLReader.read(report).flatMap { PreferencesDraft.read($0, report) } ?? PreferencesDraft()
    draft.checkKeys(report)
    guard report.isEmpty else { throw Dashboard.PreferencesError(diagnostics: report.diagnostics) }
    return draft.preferences(file: file)
  }
}
