import Configuration

extension Diagnostic {
  /// The name of the file without its directories.
  var fileName: Substring { file.split(separator: "/").last ?? file[...] }

  /// The mistake in one line: "board.yml:6:5: unknown key `titel`".
  var summary: String {
    let place = location.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(fileName)\(place): \(message)"
  }
}
