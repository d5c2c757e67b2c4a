package import Board
internal import Programs

/// The files of variables that the actions of a board read at each start, as `check` sees them. Their text,
/// which may be secret, is not shown.
package struct VariableFileCheck {
  /// The mistakes in files that are there.
  package private(set) var mistakes: [String] = []
  /// A line for each file that cannot be read here. It may be there when an action starts.
  package private(set) var remarks: [TerminalText] = []

  package init(of board: Board) {
    var files: [VariableFile] = []
    var ids: [String: [String]] = [:]
    for action in board.actions {
      guard case .command(let command) = action.work else { continue }
      for file in command.environmentFiles {
        // Where it is not optional, it must be there.
        if ids[file.path] == nil || !file.isOptional && !files.contains(where: { $0 == file }) {
          files.removeAll { $0.path == file.path }
          files.append(file)
        }
        if ids[file.path]?.last != action.id { ids[file.path, default: []].append(action.id) }
      }
    }
    for file in files {
      do throws(VariableFile.Failure) {
        _ = try file.variables()
      } catch {
        if error.isMissing {
          remarks.append("\(error.description), so \((ids[file.path] ?? []).inWords) cannot start")
        } else {
          mistakes.append(error.description)
        }
      }
    }
  }
}
