import Boundary
import TerminalUI

extension Dashboard {
  /// The list of all errors, over the board.
  struct ErrorList: Overlay {
    static let command: Command? = .errors

    /// The identifier of the chosen error.
    private(set) var chosen: UInt64

    func view(of state: State) -> any OverlayView { ErrorsOverlay(state, focus: focus(in: state)) }
    func rowCount(in scene: Scene) -> Int { scene.state.errors.count }

    func focus(in state: State) -> Int { state.errors.firstIndex { $0.id == chosen } ?? 0 }

    mutating func move(by rows: Int, wraps: Bool, in scene: Scene) {
      let errors = scene.state.errors
      let next = focus(in: scene.state) + rows
      if errors.isEmpty { return }
      chosen = errors[wraps ? (next + errors.count) % errors.count : min(max(0, next), errors.count - 1)].id
    }

    /// If the chosen error has gone, chooses the first one.
    mutating func update(to scene: Scene) -> Bool {
      guard let first = scene.state.errors.first else { return false }
      if !scene.state.errors.contains(where: { $0.id == chosen }) { chosen = first.id }
      return true
    }

    func isAnimated(in state: State) -> Bool { state.errors.contains { $0.reset != nil } }

    mutating func perform(_ command: Command?, by key: Key, in scene: Scene) -> Outcome? {
      switch command {
      case .dismissError: .stay(.dismiss([chosen]))
      case .dismissAllErrors: .stay(.perform(.dismissAllErrors))
      // On a board with a button that has this key, the list still dismisses all errors by it.
      case nil where scene.allKeys.command(for: key) == .dismissAllErrors: .stay(.perform(.dismissAllErrors))
      default: nil
      }
    }

    func enter(in scene: Scene) -> Outcome { showSource(of: focus(in: scene.state), in: scene) }

    mutating func click(_ row: AnyHashable, in scene: Scene) -> Outcome {
      let index = scene.state.errors.firstIndex { AnyHashable($0.id) == row }
      return index.map { showSource(of: $0, in: scene) } ?? .stay()
    }

    /// Moves the focus to the action that has reported an error, and shows the line that says where it is.
    private func showSource(of index: Int, in scene: Scene) -> Outcome {
      guard scene.state.errors.indices.contains(index) else { return .stay() }
      guard let action = scene.state.errors[index].action, let button = scene.triggers.index(ofAction: action)
      else {
        return .stay(.show("No action of the board has reported it"))
      }
      return .close(.focus(button: button), .seekFailure(of: action))
    }

    func hints(in state: State, board: Rect) -> [Command] {
      var hints: [Command] = [.press]
      if state.allows(.dismissError) { hints.append(.dismissError) }
      if state.errors.count > 1, state.allows(.dismissAllErrors) { hints.append(.dismissAllErrors) }
      return hints + [.close, .help, .quit]
    }
  }
}
