public import Configuration

/// Why a board file was rejected: every mistake in it, in the order of the file.
///
/// Its description contains a block of lines for each mistake, ready to print.
public struct BoardError: Error, Equatable {
  /// The mistakes, sorted by location; there is at least one.
  public let diagnostics: [Diagnostic]
}

extension BoardError: CustomStringConvertible {
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
