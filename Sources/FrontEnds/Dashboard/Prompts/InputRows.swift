internal import Board
internal import TerminalUI

extension Dashboard {
  /// The inputs with names of an action, one row after the other, of which one is typed into.
  struct InputRows: Equatable, Sendable {
    /// One input.
    struct Row: Equatable, Sendable {
      let input: InputDefinition
      fileprivate(set) var field: TextField

      fileprivate init(_ input: InputDefinition) {
        self.input = input
        field = TextField(input.fallback ?? "")
      }

      /// What can be chosen, with nothing at first if that is possible; empty if a text is typed.
      var options: [String] { input.choices.isEmpty ? [] : (input.isOptional ? [""] : []) + input.choices }
    }

    /// What follows from a key.
    enum Response: Equatable { case stay, submit }

    private(set) var rows: [Row]
    /// The row that is typed into.
    private(set) var focus = 0
    /// Why the text of that row is not accepted; nil if it is.
    private(set) var mistake: String?

    init(_ inputs: [InputDefinition]) { rows = inputs.map(Row.init) }

    /// What was entered.
    var values: InputValues { .named(rows.map { .init($0.input.name, $0.field.text) }) }

    /// Handles a key that closes nothing.
    /// - Parameter last: What was entered for the last run.
    mutating func handle(_ key: Key, last: InputValues?) -> Response {
      switch key {
      case .enter: return enter()
      case .tab: move(by: 1)
      case .backTab: move(by: -1)
      case .up:
        for index in rows.indices {
          if let text = last?[rows[index].input.name] { rows[index].field = TextField(text) }
        }
        mistake = mistake(in: focus, isRefused: false)
      default: edit { row in if row.options.isEmpty { _ = row.field.take(key) } else { row.choose(by: key) } }
      }
      return .stay
    }

    /// Inserts pasted text.
    mutating func paste(_ text: String) { edit { if $0.options.isEmpty { $0.field.insert(text) } } }

    private mutating func edit(_ change: (inout Row) -> Void) {
      guard rows.indices.contains(focus) else { return }
      change(&rows[focus])
      mistake = mistake(in: focus, isRefused: false)
    }

    private mutating func move(by step: Int) {
      guard !rows.isEmpty else { return }
      focus = (focus + step + rows.count) % rows.count
      mistake = mistake(in: focus, isRefused: false)
    }

    /// Goes to the next row, and at the end to the first one that is not accepted.
    private mutating func enter() -> Response {
      mistake = mistake(in: focus, isRefused: true)
      if mistake != nil { return .stay }
      if focus + 1 < rows.count {
        move(by: 1)
        return .stay
      }
      guard let wrong = rows.indices.first(where: { mistake(in: $0, isRefused: true) != nil }) else {
        return .submit
      }
      focus = wrong
      mistake = mistake(in: wrong, isRefused: true)
      return .stay
    }

    /// - Parameter isRefused: Whether Enter was pressed. An empty text is no mistake before that.
    private func mistake(in index: Int, isRefused: Bool) -> String? {
      guard rows.indices.contains(index) else { return nil }
      let (input, text) = (rows[index].input, rows[index].field.text)
      return text.isEmpty && !isRefused ? nil : input.mistake(in: text)
    }
  }
}

extension Dashboard.InputRows.Row {
  /// Chooses the neighbour at the left or right, or the next one that begins with a letter.
  fileprivate mutating func choose(by key: Key) {
    let options = options
    let present = options.firstIndex(of: field.text)
    switch key {
    case .left: field = TextField(options[((present ?? 0) + options.count - 1) % options.count])
    case .right: field = TextField(options[((present ?? -1) + 1) % options.count])
    case .home: field = TextField(options[0])
    case .end: field = TextField(options[options.count - 1])
    case .character(let letter):
      let letter = letter.lowercased()
      let order = options.indices.map { options[((present ?? -1) + 1 + $0) % options.count] }
      if let found = order.first(where: { $0.lowercased().hasPrefix(letter) }) { field = TextField(found) }
    default: break
    }
  }
}
