internal import Boundary

extension Dashboard {
  /// A text that narrows the list to the buttons that it finds, until it is ended.
  ///
  /// It is stricter than the text of a menu: a word has to be contained, because all that is found can be
  /// started together.
  struct ListFilter: Equatable, Sendable {
    let text: String
    /// The chosen button, which stays in the list when the text does not find it any more: another one in its
    /// place would be pressed by accident.
    var held: String?
    private let pattern: FuzzyPattern

    /// Nil for an empty text.
    init?(_ text: String) {
      pattern = FuzzyPattern(text)
      if pattern.isEmpty { return nil }
      self.text = text
    }

    /// How well the text finds a button: the smaller, the better. Nil if it does not.
    func rank(_ button: Button) -> Int? { button.rank(pattern, isFuzzy: false) }

    /// Whether a button is in the list.
    func lists(_ button: Button) -> Bool { button.id == held || rank(button) != nil }
  }
}

extension Dashboard.Button {
  /// How well a pattern finds the button; nil if it does not.
  func rank(_ pattern: Dashboard.FuzzyPattern, isFuzzy: Bool = true) -> Int? {
    let tags = label.value.tags
    return pattern.rank(
      important: [title, id], others: [group].compactMap(\.self) + tags, states: states, tags: tags,
      isFuzzy: isFuzzy)
  }

  /// The words for its state, which follow a colon.
  private var states: [String] { [face.word] + (face == .phase(phase) ? [] : [phase.rawValue]) }
}

extension Dashboard.State {
  /// Whether the chosen button is in the list. A text may find nothing.
  var listsFocus: Bool { filter == nil || rows.row(ofButton: focus) != nil }

  /// Narrows the list, and chooses the button that is found best.
  mutating func narrow(to text: String) {
    filter = Dashboard.ListFilter(text)
    guard let filter else { return }
    let ranks = buttons.indices.compactMap { index in filter.rank(buttons[index]).map { (index, $0) } }
    guard let best = ranks.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return }
    focus = best.0
    (scroll, scrollsFreely) = (0, false)
    settleFocus()
  }

  /// Keeps the chosen button in a narrowed list. If it is not in the list, chooses the nearest one.
  mutating func settleFocus() {
    guard filter != nil else { return }
    if !listsFocus { focus = rows.button(nearest: focus) ?? focus }
    let held = listsFocus ? focusedButton?.id : nil
    if filter?.held != held { filter?.held = held }
  }
}
