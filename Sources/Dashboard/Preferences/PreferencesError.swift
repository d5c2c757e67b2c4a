public import Configuration

extension Dashboard {
  /// Why a preferences file was rejected: every mistake in it, in the order of the file.
  ///
  /// Its description contains a block of lines for each mistake, ready to print.
  public struct PreferencesError: Error, Equatable, CustomStringConvertible {
    /// The mistakes; there is at least one.
    public let diagnostics: [Diagnostic]

    public var description: String {
      diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}
