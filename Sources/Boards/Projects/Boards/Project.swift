package import Board
package import Configuration

/// What the files of one directory describe.
package struct Project: Sendable {
  package var title: String
  package var groups: [Group] = []
  package var remarks: [Remark] = []
  /// Files that are not readable as what their names say. The other ones are used.
  package var mistakes: [Diagnostic] = []

  /// The actions of one file, and of those that it includes.
  package struct Group: Sendable {
    package var format: Format
    /// The program that runs them, as people call it: `make`, `pnpm`.
    package var tool: String
    package var file: String
    package var actions: [FoundAction]
  }

  package init(title: String) { self.title = title }

  /// The most characters of a name. A longer one is not meant to be typed.
  private static let nameLimit = 200
  /// The largest number of inputs of an action: a person would not enter more for one start.
  private static let parameterLimit = 50

  /// Adds what a reader found, without actions that cannot be on a board.
  mutating func add(_ reading: Reading, _ format: Format, tool: String, file: String) {
    remarks += reading.remarks
    var group = Group(format: format, tool: tool, file: file, actions: [])
    for action in reading.actions {
      if let reason = Self.reasonToRefuse(action) {
        remarks.append(Remark(file: action.place.file, line: action.place.line, action.name, reason))
      } else {
        group.actions.append(withoutStrangeVariables(action))
      }
    }
    guard !group.actions.isEmpty else { return }
    let names = Set(group.actions.map(\.name))
    for index in group.actions.indices {
      let action = group.actions[index]
      group.actions[index].needs.removeAll { !names.contains($0.name) }
      for need in action.needs where !names.contains(need.name) {
        remarks.append(
          Remark(
            file: action.place.file, line: action.place.line, action.name,
            "it depends on `\(need.name)`, which is not there"))
      }
    }
    groups.append(group)
  }

  /// The action without variables that no environment can have.
  private mutating func withoutStrangeVariables(_ action: FoundAction) -> FoundAction {
    var action = action
    action.environment.removeAll { variable in
      let isStrange =
        variable.name.isEmpty || variable.name.contains("=")
        // A board has no keys of more than 1,024 characters.
        || variable.name.utf8.count > Self.nameLimit
        || (variable.name + variable.value).unicodeScalars.contains("\0")
      if isStrange {
        remarks.append(
          Remark(
            file: action.place.file, line: action.place.line, action.name,
            "`\(variable.name.oneLine(limit: 100))` is no name for a variable, or its value has a NUL character"
          ))
      }
      return isStrange
    }
    return action
  }

  private static func reasonToRefuse(_ action: FoundAction) -> String? {
    let name = action.name
    if name.isEmpty { return "it has no name" }
    if name.hasPrefix("-") { return "a name that begins with `-` would be an option: no button" }
    if name.count > nameLimit { return "its name is longer than \(nameLimit) characters" }
    if name.unicodeScalars.contains(where: \.isUnsafeToShow) {
      return "its name has characters that cannot be shown"
    }
    if action.parameters.count > parameterLimit { return "it takes more than \(parameterLimit) inputs" }
    switch action.command {
    case .arguments(let arguments):
      if arguments.contains(where: { $0.unicodeScalars.contains("\0") }) {
        return "its command has a NUL character"
      }
    case .text(let text, _):
      if text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) {
        return "its command has control characters"
      }
      if text.allSatisfy(\.isWhitespace) { return "there is nothing to run" }
    }
    return nil
  }
}
