import TerminalUI

/// The footer's key hints while a log has a selection, a search or a filter.
struct LogHints {
  let log: Dashboard.Log
  let keys: Dashboard.KeyMap

  init(_ log: Dashboard.Log, keys: Dashboard.KeyMap) {
    self.log = log
    self.keys = keys
  }

  /// Nil if the log has none of them.
  var hints: [FooterHint]? {
    if log.selectedCount != nil {
      return hints([.copy, .close], words: [.close: "leave"])
        + [FooterHint(hint: KeyHints.Hint(key: "Up Down", word: "extend"))]
        + hints([.select, .help], words: [.select: "begin here"])
    }
    if log.search == nil, log.filter == nil { return nil }
    let matches: [Dashboard.Command] = log.search == nil ? [.search] : [.nextMatch, .previousMatch]
    return hints(
      matches + [.close] + (log.isFollowing ? [] : [.followLog]) + [.help, .quit, .copy, .select],
      words: [.close: log.search == nil ? "show all" : "end search"])
  }

  private func hints(
    _ commands: [Dashboard.Command], words: [Dashboard.Command: String]
  ) -> [FooterHint] {
    commands.compactMap { command in
      guard let binding = keys.binding(of: command), let key = binding.keys.first else { return nil }
      return FooterHint(
        command: command, hint: KeyHints.Hint(key: key.name, word: words[command] ?? binding.word))
    }
  }
}
