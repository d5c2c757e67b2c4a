extension Dashboard {
  /// The rows of the button list: the buttons without a group, then each group below its heading. A folded
  /// group is only its heading.
  struct ButtonRows {
    enum Row: Equatable {
      case heading(String, isFolded: Bool)
      /// The index of a button.
      case button(Int)
    }

    let rows: [Row]
    private let buttons: [Button]
    private let folded: Set<String>

    init(_ state: State) {
      buttons = state.buttons
      folded = state.foldedGroups
      guard buttons.contains(where: { $0.group != nil }) else {
        rows = buttons.indices.map { .button($0) }
        return
      }
      var names: [String] = []
      var members: [String: [Int]] = [:]
      var rows: [Row] = []
      for (index, button) in buttons.enumerated() {
        guard let group = button.group else {
          rows.append(.button(index))
          continue
        }
        if members[group] == nil { names.append(group) }
        members[group, default: []].append(index)
      }
      for name in names {
        let isFolded = state.foldedGroups.contains(name)
        rows.append(.heading(name, isFolded: isFolded))
        if !isFolded { rows += (members[name] ?? []).map { .button($0) } }
      }
      self.rows = rows
    }

    var hasGroups: Bool { rows.contains { if case .heading = $0 { true } else { false } } }

    /// The row of a button: its own, or the heading of its folded group. Nil if there is no such button.
    func row(ofButton index: Int) -> Int? {
      guard buttons.indices.contains(index) else { return nil }
      if let group = buttons[index].group, folded.contains(group) {
        return rows.firstIndex(of: .heading(group, isFolded: true))
      }
      return rows.firstIndex(of: .button(index))
    }

    /// The group of a button, if it is folded.
    func foldedGroup(ofButton index: Int) -> String? {
      guard buttons.indices.contains(index), let group = buttons[index].group, folded.contains(group) else {
        return nil
      }
      return group
    }

    /// The buttons of a group, in the order of the board.
    func members(of group: String) -> [Button] { buttons.filter { $0.group == group } }

    /// The button to which the focus moves from another one. A folded group is one step.
    /// - Parameter wraps: Whether the first row follows the last one.
    func button(from index: Int, movedBy step: Int, wraps: Bool = true) -> Int? {
      let stops = rows.indices.filter { row in
        if case .heading(_, isFolded: false) = rows[row] { false } else { true }
      }
      guard !stops.isEmpty else { return nil }
      let present = row(ofButton: index).flatMap(stops.firstIndex(of:)) ?? 0
      let next = present + step
      let stop = wraps ? (next % stops.count + stops.count) % stops.count : min(max(0, next), stops.count - 1)
      switch rows[stops[stop]] {
      case .button(let button): return button
      case .heading(let group, _): return buttons.firstIndex { $0.group == group }
      }
    }
  }
}
