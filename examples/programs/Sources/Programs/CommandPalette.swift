import SignalboxCore

/// A list of commands that one types to find, each of which can be chosen only if it is allowed and possible.
///
/// A command's action knows when it can run (`enabledIf`) and whether it does. The palette combines that with
/// the permissions of the user, which can change at any time, and with what is typed. The same rule guards
/// the start, so a picture that is a moment old cannot start what has become forbidden.
final class CommandPalette: Sendable {
  enum Permission: Sendable { case edit, publish }

  struct Command: Sendable {
    let title: String
    let needs: Permission?
    let action: VoidAction
  }

  struct Row: Sendable, Equatable {
    let title: String
    let isEnabled: Bool
  }

  let query = LiveData(data: "")
  let permissions: LiveData<Set<Permission>>
  /// The commands that match the query, in their order.
  let rows: ReadOnlyLiveData<[Row]>
  private let commands: [Command]

  init(_ commands: [Command], permissions: Set<Permission> = []) {
    self.commands = commands
    self.permissions = LiveData(data: permissions)
    rows = commands.map(\.action.enabled).combineLatest()
      .combineLatest(self.permissions, query)
      .map { enabled, permissions, query in
        zip(commands, enabled).filter { command, _ in
          query.isEmpty || command.title.lowercased().contains(query.lowercased())
        }.map { command, isEnabled in
          Row(title: command.title, isEnabled: isEnabled && command.isAllowed(permissions))
        }
      }
      .removeDuplicates()
  }

  /// Starts the command with this title. Returns false if it is not allowed; the action may still refuse.
  @discardableResult func choose(_ title: String) -> Bool {
    guard let command = commands.first(where: { $0.title == title }), command.isAllowed(permissions.data)
    else { return false }
    command.action.execute()
    return true
  }
}

extension CommandPalette.Command {
  fileprivate func isAllowed(_ permissions: Set<CommandPalette.Permission>) -> Bool {
    needs.map(permissions.contains) ?? true
  }
}
