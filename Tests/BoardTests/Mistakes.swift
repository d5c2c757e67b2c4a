import Board

/// What is wrong with a board, as it is printed; empty when nothing is.
func mistakes(in text: String) -> String {
  do {
    _ = try Board.parse(text, file: "board.yml")
    return ""
  } catch {
    return error.description
  }
}
