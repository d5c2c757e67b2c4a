extension ClusterStore {
  /// Whose board has another version of the action than this digest: "ada's laptop has another `deploy`".
  ///
  /// Who does not share the action at all could start it without asking, so that counts, too.
  func disagreement(about action: ActionAddress, digest: String, except own: String) -> String? {
    let others = (boards[action.board] ?? [:]).filter { $0.key != own }
    for (member, board) in others.sorted(by: { $0.key < $1.key }) {
      let name = owner(member)
      guard let value = board.value else { return "the board of \(name) cannot be read" }
      switch value.actions[action.action] {
      case digest?: continue
      case nil: return "\(name) does not share `\(action.action)`"
      default: return "\(name) has another `\(action.action)`"
      }
    }
    return nil
  }

  /// A member as people call it: "ada's laptop".
  func owner(_ member: String) -> String { hosts[member]?.value?.owner ?? "another host" }
}

extension HostValue { var owner: String { "\(user)'s \(host)" } }
extension RunValue { var owner: String { "\(user)'s \(host)" } }
