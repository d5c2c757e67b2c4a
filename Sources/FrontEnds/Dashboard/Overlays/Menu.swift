import TerminalUI

extension Dashboard {
  /// A menu over the board, whose rows can be found by typing.
  struct Menu: Overlay {
    /// What a menu contains.
    enum Content: Sendable {
      /// All commands and buttons, by topic.
      case help
      /// The buttons and commands, without headings.
      case all
    }

    static let command: Command? = nil

    let content: Content
    /// The text that was typed: only rows that match it are shown, the best ones first.
    private(set) var text = ""
    /// The index of the chosen row, and of the first row in view.
    private(set) var focus: Int
    private(set) var scroll = 0
    /// True if the menu was scrolled by the wheel, so that the chosen row may be out of view.
    private(set) var scrollsFreely = false
    /// Identifies the chosen row when the rows have changed.
    private var chosen: HelpRow.ID?

    init(_ content: Content = .help, focus: Int) {
      self.content = content
      self.focus = focus
    }

    /// A menu with its first row chosen that starts nothing: Enter may be pressed by accident.
    init(_ content: Content, over state: State) {
      let rows = HelpRow.rows(state, content)
      self.init(content, focus: rows.firstIndex(where: \.isHarmless) ?? 0)
      choose(focus, of: rows)
    }

    var typed: String? { text }

    func view(of state: State) -> any OverlayView { HelpOverlay(state, self) }
    func rowCount(in scene: Scene) -> Int { HelpRow.rows(scene.state, self).count }
    func page(in scene: Scene) -> Int { max(1, scene.layout.board.height - 5) }

    /// Moves the choice to another row that can be chosen, and scrolls it into view.
    mutating func move(by step: Int, wraps: Bool, in scene: Scene) {
      let rows = HelpRow.rows(scene.state, self)
      let choices = rows.indices.filter { rows[$0].isChoice }
      guard !choices.isEmpty else { return }
      let next = (choices.lastIndex { $0 <= focus } ?? 0) + step
      choose(
        choices[wraps ? (next + choices.count) % choices.count : min(max(0, next), choices.count - 1)],
        of: rows)
      scrollsFreely = false
      scrollIntoView(in: scene)
    }

    /// Scrolls by rows without changing the choice.
    mutating func scroll(by rows: Int, in scene: Scene) {
      scrollsFreely = true
      scroll = max(0, HelpOverlay(scene.state, self).window(in: scene.layout.board).visible.lowerBound + rows)
      scrollIntoView(in: scene)
    }

    /// Keeps the same row chosen, so that Enter has the same effect as before. If the row is gone, chooses
    /// the one that took its place.
    mutating func update(to scene: Scene) -> Bool {
      let rows = HelpRow.rows(scene.state, self)
      choose(
        rows.firstIndex { $0.id == chosen } ?? rows.indices.last { $0 <= focus && rows[$0].isChoice } ?? 0,
        of: rows)
      scrollIntoView(in: scene)
      return true
    }

    /// Changes the text, and chooses the best row.
    mutating func type(_ text: String, in scene: Scene) -> Outcome {
      self.text = text
      let rows = HelpRow.rows(scene.state, self)
      choose(rows.firstIndex(where: \.isChoice) ?? 0, of: rows)
      (scroll, scrollsFreely) = (0, false)
      scrollIntoView(in: scene)
      return .stay()
    }

    mutating func handle(_ key: Key, in scene: Scene) -> Outcome {
      if case .character(let character) = key, text.isEmpty {
        // The key that has opened the help.
        if content == .help, scene.keys.command(for: key) == .help { return .close() }
        if character == " " { return .stay() }
      }
      return handleAsList(key, in: scene)
    }

    mutating func perform(_ command: Command?, by key: Key, in scene: Scene) -> Outcome? {
      switch command {
      case .close where content == .help && !text.isEmpty: type("", in: scene)
      case .help: .close()
      default: nil
      }
    }

    func enter(in scene: Scene) -> Outcome {
      let rows = HelpRow.rows(scene.state, self)
      return rows.indices.contains(focus) ? perform(rows[focus], in: scene) : .stay()
    }

    mutating func click(_ row: AnyHashable, in scene: Scene) -> Outcome {
      HelpRow.rows(scene.state, self).first { AnyHashable($0.id) == row }.map { perform($0, in: scene) }
        ?? .stay()
    }

    /// Performs the command of a row, or moves the focus to its button. Nothing starts: a text may match
    /// another button than the person thinks.
    private func perform(_ row: HelpRow, in scene: Scene) -> Outcome {
      switch row {
      case .heading: return .stay()
      case .command(let binding, let isPossible):
        if !isPossible { return .stay(.show("\(binding.word): nothing to do now")) }
        let closesOnly = binding.command == .help || binding.command == .close
        return closesOnly ? .close() : .close(.perform(binding.command))
      case .button(let button):
        let index = scene.state.buttons.firstIndex { $0.id == button.id }
        return index.map { .close(.goTo(button: $0)) } ?? .stay()
      }
    }

    // Characters are typed. The key that opened the help also closes it; it is shown only if no other key
    // does.
    func hints(in state: State, board: Rect) -> [Command] {
      [.press, state.keys.binding(of: .close) == nil ? .help : .close]
    }

    var typingHint: String? { "find" }

    func word(for command: Command) -> String? {
      switch command {
      case .press: "do it"
      case .help: "close"
      default: nil
      }
    }

    private mutating func choose(_ index: Int, of rows: [HelpRow]) {
      focus = index
      chosen = rows.indices.contains(index) ? rows[index].id : nil
    }

    private mutating func scrollIntoView(in scene: Scene) {
      scroll = HelpOverlay(scene.state, self).window(in: scene.layout.board).visible.lowerBound
    }
  }
}

extension HelpRow {
  /// Whether choosing the row starts nothing and ends nothing.
  fileprivate var isHarmless: Bool {
    switch self {
    case .heading: false
    case .button: true
    case .command(let binding, _): binding.command != .press
    }
  }
}
