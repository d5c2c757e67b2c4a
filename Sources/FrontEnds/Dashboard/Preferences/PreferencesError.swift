package import Configuration

extension Dashboard {
  /// Why a preferences file was rejected: every mistake in it, in the order of the file.
  ///
  /// Its description contains a block of lines for each mistake, ready to print.
  package struct PreferencesError: Error, Equatable, CustomStringConvertible {
    /// The mistakes; there is at least one.
    package let diagnostics: [Diagnostic]

    package var description: String {
      diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}
