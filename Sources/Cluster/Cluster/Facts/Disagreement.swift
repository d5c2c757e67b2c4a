extension ClusterStore {
  /// Whose board has another version of the action than this digest: "ada's laptop has another `deploy`".
  ///
  /// Who does not share the action at all could start it without asking, so that counts, too.
  func disagreement(about action: ActionAddress, digest: String, except own: String) -> String? {
    // Mostly all agree: this is asked for each action after each change.
    var first: (member: String, board: BoardValue?)?
    for (member, board) in boards[action.board] ?? [:]
    where member != own && board.value?.actions[action.action] != digest {
      if first.map({ member < $0.member }) ?? true { first = (member, board.value) }
    }
    guard let first else { return nil }
    let name = owner(first.member)
    guard let board = first.board else { return "the board of \(name) cannot be read" }
    return board.actions[action.action] == nil
      ? "\(name) does not share `\(action.action)`" : "\(name) has another `\(action.action)`"
  }

  /// A member as people call it: "ada's laptop".
  func owner(_ member: String) -> String { hosts[member]?.value?.owner ?? "another host" }
}

extension HostValue { var owner: String { "\(user)'s \(host)" } }
extension RunValue { var owner: String { "\(user)'s \(host)" } }
