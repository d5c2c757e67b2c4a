import Programs
import TerminalUI

/// The footer's key hints while a log has a selection, a marked line, a search or a filter.
struct LogHints {
  let log: Dashboard.Log
  let keys: Dashboard.KeyMap
  /// The word for what Enter does with the chosen action; nil for nothing.
  let press: String?

  init(_ log: Dashboard.Log, keys: Dashboard.KeyMap, press: String? = nil) {
    self.log = log
    self.keys = keys
    self.press = press
  }

  /// Nil if the log has none of them.
  var hints: [FooterHint]? {
    if log.selectedCount != nil {
      return hints([.copy], key: .press, words: [:]) + hints([.close], words: [.close: "leave"])
        + [FooterHint(hint: KeyHints.Hint(key: "Up Down", word: "extend"))]
        + hints([.select, .help], words: [.select: "begin here"])
    }
    if let place = log.place {
      return hints([.openPlace], key: .press, words: [.openPlace: "open \(place.name.suffix(30))"])
        + hints([.nextPlace, .previousPlace], words: [.nextPlace: "next", .previousPlace: "previous"])
        + hints([.close, .help], words: [.close: "leave"])
    }
    if log.search == nil, log.filter == nil { return nil }
    let others: [Dashboard.Command] =
      [.close] + (log.isFollowing ? [] : [.followLog]) + [.help, .copy, .select, .quit]
    if log.search != nil {
      return hints([.nextMatch], key: .press, words: [:])
        + hints([.previousMatch] + others, words: [.close: "end search"])
    }
    let words = [Dashboard.Command.close: "show all", .press: press ?? ""]
    return hints([.search, .close] + (press == nil ? [] : [.press]) + others.dropFirst(), words: words)
  }

  /// - Parameter other: Another command, whose keys do the same now.
  private func hints(
    _ commands: [Dashboard.Command], key other: Dashboard.Command? = nil, words: [Dashboard.Command: String]
  ) -> [FooterHint] {
    commands.compactMap { command in
      guard let hint = keys.hint(of: command) else { return nil }
      let key = other.flatMap { keys.hint(of: $0)?.key } ?? hint.key
      return FooterHint(
        command: command, hint: KeyHints.Hint(key: key.name, word: words[command] ?? hint.word))
    }
  }
}
