import TerminalUI

extension Dashboard {
  /// All mistakes of the board file, and what the board has not of the files of other programs, over the
  /// board.
  struct MistakeList: Overlay {
    static let command: Command? = .showMistakes

    /// The number of rows that are scrolled out of view.
    private(set) var offset = 0

    func view(of state: State) -> any OverlayView { MistakesOverlay(state, offset: offset) }
    func rowCount(in scene: Scene) -> Int { lastOffset(in: scene.state, scene.layout.board) }
    func page(in scene: Scene) -> Int { 5 }

    mutating func move(by rows: Int, wraps: Bool, in scene: Scene) {
      let last = rowCount(in: scene)
      // Since the offset was set, mistakes may have been fixed or the picture resized.
      offset = min(max(0, min(offset, last) + rows), last)
    }

    mutating func update(to scene: Scene) -> Bool { scene.state.allows(.showMistakes) }

    mutating func perform(_ command: Command?, by key: Key, in scene: Scene) -> Outcome? {
      command == .help ? .stay() : nil
    }

    func enter(in scene: Scene) -> Outcome { .close() }

    func hints(in state: State, board: Rect) -> [Command] {
      [.close] + (lastOffset(in: state, board) > 0 ? [.scrollForward] : []) + [.quit]
    }

    private func lastOffset(in state: State, _ board: Rect) -> Int {
      MistakesOverlay(state, offset: 0).lastOffset(in: board)
    }
  }
}
