internal import Boundary
internal import Programs
internal import TerminalUI

/// Files and addresses that lines of the output name.
extension Dashboard.Model {
  /// Opens what a line of the output names: a file in the editor, an address in the browser.
  func open(_ place: OutputPlace) {
    switch place.target {
    case .file(let path, let line, let column):
      onRequest(.editFile(path, line: line, column: column, directory: directoryOfMarkedLine))
    case .address(let address): onRequest(.browse(address))
    }
  }

  /// The directory of the action that has printed the marked line; nil if it has that of the board.
  private var directoryOfMarkedLine: String? {
    guard let stream else { return focusedAction?.directory }
    return markedLine.flatMap { stream.action(ofLine: $0) }.flatMap { situation[$0]?.description.directory }
  }

  /// Marks the line that says where the last run of an action has failed, as soon as the box has sent its
  /// output.
  func readSoughtFailure() {
    guard let action = soughtFailure else { return }
    if focusedID != action {
      soughtFailure = nil
      return
    }
    guard box.knowsOutput(of: action), !logArea.isEmpty else { return }
    soughtFailure = nil
    changeLog { $0.showFailure(on: $1) }
  }
}
