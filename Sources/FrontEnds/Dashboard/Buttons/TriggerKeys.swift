internal import TerminalUI

/// The user's keys apply to many boards, and some boards use one of these keys for a button. In this case the
/// button wins: its key is shown on screen, and a board should work the same for every user.
extension Dashboard.Preferences {
  /// The key map without the keys that buttons use.
  func keys(without triggers: [Dashboard.Trigger]) -> Dashboard.KeyMap {
    keys.without(triggers.compactMap { $0.key })
  }

  /// A message about the user's keys that buttons use, in the order of the buttons, such as "config.yml:5: b
  /// presses Build here, not scroll-back (1 more)". Nil if there are none.
  func conflict(with triggers: [Dashboard.Trigger]) -> String? {
    let taken = triggers.compactMap { trigger -> String? in
      guard let key = trigger.key, let command = keys.command(for: key),
        places[key] != nil || Dashboard.KeyMap.standard.command(for: key) != command
      else { return nil }
      let place = places[key].map { "\($0): " } ?? ""
      return "\(place)\(key.name) presses \(trigger.title) here, not \(command.rawValue)"
    }
    guard let first = taken.first else { return nil }
    return taken.count == 1 ? first : "\(first) (\(taken.count - 1) more)"
  }
}
