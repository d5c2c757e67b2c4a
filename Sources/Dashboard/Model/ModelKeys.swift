internal import TerminalUI

extension Dashboard.Model {
  /// Takes the keys that the buttons leave.
  func takeKeys() { state.keys = preferences.keys(beside: levers) }

  /// Which keys a person's file has given away in vain; nil for none.
  var keyRemark: String? { preferences.remark(beside: levers) }
}

/// A person's keys serve many boards, and some board will use one of them for a button. There the button wins: it stands
/// on the screen with its key, and a board should do the same for everybody.
extension Dashboard.Preferences {
  /// The keys that buttons leave to the panel.
  func keys(beside levers: [Dashboard.Lever]) -> Dashboard.KeyMap {
    keys.without(levers.compactMap { $0.key.map(Key.init) })
  }

  /// What to say about the keys that buttons take, in the order of the buttons: "config.yml:5: b presses Build here, not
  /// scroll-back (1 more)". Nil if they take none.
  func remark(beside levers: [Dashboard.Lever]) -> String? {
    let taken = levers.compactMap { lever -> String? in
      guard let key = lever.key.map(Key.init), let command = keys.command(for: key) else { return nil }
      let place = places[key].map { "\($0): " } ?? ""
      return "\(place)\(key.name) presses \(lever.title) here, not \(command.rawValue)"
    }
    guard let first = taken.first else { return nil }
    return taken.count == 1 ? first : "\(first) (\(taken.count - 1) more)"
  }
}
