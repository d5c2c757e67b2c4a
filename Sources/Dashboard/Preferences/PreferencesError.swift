public import Configuration

extension Dashboard {
  /// Why a person's file was refused: every mistake in it, in the order of the file.
  ///
  /// Its description is one block of lines for each mistake, ready to be printed.
  public struct PreferencesError: Error, Equatable, CustomStringConvertible {
    /// At least one mistake.
    public let diagnostics: [Diagnostic]

    public var description: String {
      diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}
