import Board
import Configuration

/// What is wrong with a board, as it is printed; empty when nothing is.
func mistakes(in text: String) -> String {
  do {
    _ = try Board.parse(text, file: "board.yml")
    return ""
  } catch {
    return error.description
  }
}

/// What is wrong with the only action of a board, by place and message and without the lines of the file.
///
/// The action stands in line 2, from column 3.
func mistakes(inAction action: String) -> [String] {
  do {
    _ = try Board.parse("actions:\n  \(action)\n", file: "board.yml")
    return []
  } catch {
    return error.diagnostics.map { diagnostic in
      let place = diagnostic.location.map { "\($0.line):\($0.column): " } ?? ""
      return place + diagnostic.message + (diagnostic.hint.map { " | " + $0 } ?? "")
    }
  }
}
