extension Dashboard {
  /// The rows of the button list: the buttons without a group, then each group below its heading. A folded
  /// group is only its heading.
  struct ButtonRows: Equatable, Sendable {
    enum Row: Equatable {
      case heading(String, isFolded: Bool)
      /// The index of a button.
      case button(Int)
    }

    private(set) var rows: [Row] = []
    /// The row of each button: its own, or the heading of its folded group; nil if it is not listed.
    private var rowsOfButtons: [Int?] = []
    /// The number of buttons that the filter finds, and of the rows that there would be without it.
    private(set) var foundCount = 0
    private(set) var unfilteredCount = 0

    init() {}

    /// - Parameters:
    ///   - folded: The groups that are folded. A filter shows what it finds in them, too.
    ///   - filter: Only the buttons that it lists have rows; nil for all.
    init(_ buttons: [Button], folded: Set<String>, filter: ListFilter? = nil) {
      self.init(buttons, folded: filter == nil ? folded : []) { filter?.lists($0) ?? true }
      foundCount = filter.map { filter in buttons.count { filter.rank($0) != nil } } ?? buttons.count
      unfilteredCount =
        filter == nil ? rows.count : ButtonRows(buttons, folded: folded, lists: { _ in true }).rows.count
    }

    private init(_ buttons: [Button], folded: Set<String>, lists: (Button) -> Bool) {
      var names: [String] = []
      var members: [String: [Int]] = [:]
      rowsOfButtons = [Int?](repeating: nil, count: buttons.count)
      rows.reserveCapacity(buttons.count)
      // A button is large: it is read where it stands.
      for index in buttons.indices where lists(buttons[index]) {
        guard let group = buttons[index].group else {
          append(index)
          continue
        }
        if members[group] == nil { names.append(group) }
        members[group, default: []].append(index)
      }
      for name in names {
        let (buttons, isFolded) = (members[name] ?? [], folded.contains(name))
        let heading = rows.count
        rows.append(.heading(name, isFolded: isFolded))
        for button in buttons {
          if isFolded { rowsOfButtons[button] = heading } else { append(button) }
        }
      }
    }

    private mutating func append(_ button: Int) {
      rowsOfButtons[button] = rows.count
      rows.append(.button(button))
    }

    var hasGroups: Bool { rows.contains { if case .heading = $0 { true } else { false } } }

    /// The row of a button: its own, or the heading of its folded group. Nil if there is no such button.
    func row(ofButton index: Int) -> Int? {
      rowsOfButtons.indices.contains(index) ? rowsOfButtons[index] : nil
    }

    /// The listed button that is nearest to one, at best the next one; nil if the list is empty.
    func button(nearest index: Int) -> Int? {
      let listed = rowsOfButtons.indices.filter { rowsOfButtons[$0] != nil }
      return listed.first { $0 >= index } ?? listed.last
    }

    /// The group of a button, if it is folded.
    func foldedGroup(ofButton index: Int) -> String? {
      guard let row = row(ofButton: index), case .heading(let group, _) = rows[row] else { return nil }
      return group
    }

    /// The button to which the focus moves from another one, at most the first or the last one. A folded
    /// group is one step.
    func button(from index: Int, movedBy step: Int) -> Int? {
      let stops = rows.indices.filter { row in
        if case .heading(_, isFolded: false) = rows[row] { false } else { true }
      }
      guard !stops.isEmpty else { return nil }
      let present = row(ofButton: index).flatMap(stops.firstIndex(of:)) ?? 0
      let stop = min(max(0, present + step), stops.count - 1)
      switch rows[stops[stop]] {
      case .button(let button): return button
      case .heading: return rowsOfButtons.firstIndex(of: stops[stop])
      }
    }
  }
}
