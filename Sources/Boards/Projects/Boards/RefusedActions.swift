internal import Board
internal import Configuration

extension Project {
  /// The project without actions that a board refuses for a value in them: each is a remark, so that one odd
  /// line of a file does not close the panel.
  package var accepted: Project {
    guard !groups.isEmpty, Self.mistake(in: self) != nil else { return self }
    var project = self
    for index in groups.indices {
      project.groups[index].actions = []
      for action in groups[index].actions {
        if let mistake = mistake(in: action, of: groups[index]) {
          project.remarks.append(
            Remark(file: action.place.file, line: action.place.line, action.name, mistake))
        } else {
          project.groups[index].actions.append(action)
        }
      }
      let names = Set(project.groups[index].actions.map(\.name))
      for position in project.groups[index].actions.indices {
        project.groups[index].actions[position].needs.removeAll { !names.contains($0.name) }
      }
    }
    project.groups.removeAll { $0.actions.isEmpty }
    return project
  }

  private func mistake(in action: FoundAction, of group: Group) -> String? {
    var alone = Project(title: title)
    var action = action
    action.needs = []
    alone.groups = [
      Group(format: group.format, tool: group.tool, file: group.file, actions: [action])
    ]
    return Self.mistake(in: alone)
  }

  private static func mistake(in project: Project) -> String? {
    do throws(BoardError) {
      _ = try Board.parse(BoardText(project).text, file: project.title)
      return nil
    } catch {
      return error.diagnostics.first?.message ?? "a board refuses it"
    }
  }
}
