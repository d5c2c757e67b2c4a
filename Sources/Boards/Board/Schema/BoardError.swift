public import Configuration

/// Why a board file was rejected: the mistakes in it, at most ``Diagnostic/limit``, in the order of the file.
///
/// Its description contains a block of lines for each mistake, ready to print.
public struct BoardError: Error, Equatable {
  /// The mistakes, sorted by location; there is at least one. If there are too many, the last one counts the
  /// others.
  public let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}

extension BoardError: CustomStringConvertible {
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
