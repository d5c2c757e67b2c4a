extension Dashboard {
  /// Which running activity is chosen, while the activities have the focus.
  struct ActivityChoice: Equatable {
    /// The index of the chosen activity; nil while the buttons have the focus.
    private(set) var index: Int?
    /// The identifier of the chosen activity.
    private var id: UInt64?

    mutating func choose(_ index: Int, in running: [ActivityLine]) {
      self.index = index
      id = running[index].id
    }

    /// Returns the focus to the buttons.
    mutating func leave() { self = ActivityChoice() }

    /// Chooses another activity; after the last one comes the first.
    mutating func move(by step: Int, in running: [ActivityLine]) {
      guard let index, !running.isEmpty else { return }
      choose((index + step + running.count) % running.count, in: running)
    }

    /// Keeps the same activity chosen. If it has ended, chooses the one that took its place in the list.
    mutating func update(to running: [ActivityLine]) {
      guard let index else { return }
      if running.isEmpty { return leave() }
      choose(running.firstIndex { $0.id == id } ?? min(index, running.count - 1), in: running)
    }
  }
}
