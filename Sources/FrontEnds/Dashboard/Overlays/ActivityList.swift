import Boundary
import TerminalUI

extension Dashboard {
  /// The list of the running activities, over the board.
  struct ActivityList: Overlay {
    static let command: Command? = .activities

    /// The index of the chosen activity.
    var focus: Int
    /// The index of the first activity shown.
    var scroll = 0
    /// The identifier of the chosen activity.
    private var id: UInt64

    /// Nil if nothing is running.
    init?(_ running: [ActivityLine]) {
      guard let first = running.first else { return nil }
      (focus, id) = (0, first.id)
    }

    mutating func choose(_ index: Int, in running: [ActivityLine]) {
      (focus, id) = (index, running[index].id)
    }

    /// Chooses another activity; if it wraps, after the last one comes the first.
    mutating func move(by rows: Int, wraps: Bool, in running: [ActivityLine]) {
      let count = running.count
      guard count > 0 else { return }
      choose(wraps ? (focus + rows + count) % count : min(max(0, focus + rows), count - 1), in: running)
    }

    /// Keeps the same activity chosen. If it has ended, chooses the one that took its place in the list.
    /// Returns false if none is left.
    mutating func update(to running: [ActivityLine]) -> Bool {
      if running.isEmpty { return false }
      choose(running.firstIndex { $0.id == id } ?? min(focus, running.count - 1), in: running)
      return true
    }

    func view(of state: State) -> any OverlayView { ActivitiesOverlay(state, self) }
    func rowCount(in scene: Scene) -> Int { scene.state.activity.running.count }

    mutating func move(by rows: Int, wraps: Bool, in scene: Scene) {
      move(by: rows, wraps: wraps, in: scene.state.activity.running)
    }

    mutating func update(to scene: Scene) -> Bool {
      guard update(to: scene.state.activity.running) else { return false }
      scroll = ActivitiesOverlay(scene.state, self).window(in: scene.layout.board).visible.lowerBound
      return true
    }

    /// The key of a button presses it, as if the list were closed.
    mutating func perform(_ command: Command?, by key: Key, in scene: Scene) -> Outcome? {
      guard command == nil else { return nil }
      return scene.state.buttons.firstIndex { $0.key == key }.map { .close(.press(button: $0)) }
    }

    /// Moves the focus to the button that started the activity, so that its output is shown.
    func enter(in scene: Scene) -> Outcome { show(focus, in: scene) }

    mutating func click(_ row: AnyHashable, in scene: Scene) -> Outcome {
      let index = scene.state.activity.running.firstIndex { AnyHashable($0.id) == row }
      return index.map { show($0, in: scene) } ?? .stay()
    }

    private func show(_ index: Int, in scene: Scene) -> Outcome {
      let running = scene.state.activity.running
      guard running.indices.contains(index), let id = running[index].action,
        let action = scene.situation[id], let button = scene.triggers.cause(of: action)
      else { return .close() }
      return .close(.focus(button: button))
    }

    func hints(in state: State, board: Rect) -> [Command] { [.press, .close, .help, .quit] }
  }
}
