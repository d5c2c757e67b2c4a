import Board
import Configuration

/// The mistakes in a board as they are printed; empty if there are none.
func mistakes(in text: String) -> String {
  do {
    _ = try Board.parse(text, file: "board.yml")
    return ""
  } catch {
    return error.description
  }
}

/// The mistakes in the only action of a board, as location, message and hint, without the lines of the file.
///
/// The action is in line 2, from column 3.
func mistakes(inAction action: String) -> [String] {
  do {
    _ = try Board.parse("actions:\n  \(action)\n", file: "board.yml")
    return []
  } catch {
    return error.diagnostics.map(\.inOneLine)
  }
}

extension Diagnostic {
  /// Location, message and hint, without the line of the file.
  var inOneLine: String {
    let place = location.map { "\($0.line):\($0.column): " } ?? ""
    return place + message + (hint.map { " | " + $0 } ?? "")
  }
}
