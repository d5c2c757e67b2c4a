import Boundary
import TerminalUI

extension Dashboard {
  /// A search in the outputs of all actions, in a box over the board.
  struct LineSearch: Overlay {
    static let command: Command? = nil

    /// The text that was typed.
    var text = ""
    /// The text to which the box has answered last. What it has found stays in view while somebody types on.
    var answered = ""
    /// What the box has found.
    var result = OutputSearch()
    /// The titles of the actions that have printed the lines, by their names.
    var titles: [String: String] = [:]
    /// The index of the chosen line.
    var focus = 0

    var typed: String? { text }

    func view(of state: State) -> any OverlayView { LinesOverlay(search: self, glyphs: state.glyphs) }
    func rowCount(in scene: Scene) -> Int { result.lines.count }
    func page(in scene: Scene) -> Int { max(1, scene.layout.board.height - 6) }

    mutating func move(by rows: Int, wraps: Bool, in scene: Scene) {
      let count = result.lines.count
      guard count > 0 else { return }
      focus = wraps ? (focus + rows + count) % count : min(max(0, focus + rows), count - 1)
    }

    mutating func update(to scene: Scene) -> Bool { true }

    mutating func type(_ text: String, in scene: Scene) -> Outcome {
      self.text = text
      return .stay(.find)
    }

    /// Adopts what the box has found.
    mutating func take(_ result: OutputSearch, of text: String, in situation: Situation) {
      (self.result, focus, answered) = (result, 0, text)
      for line in result.lines where titles[line.action] == nil {
        titles[line.action] = situation[line.action]?.description.title
      }
    }

    func enter(in scene: Scene) -> Outcome {
      result.lines.indices.contains(focus) ? show(result.lines[focus], in: scene) : .stay()
    }

    mutating func click(_ row: AnyHashable, in scene: Scene) -> Outcome {
      result.lines.first { AnyHashable($0) == row }.map { show($0, in: scene) } ?? .stay()
    }

    private func show(_ line: OutputSearch.Line, in scene: Scene) -> Outcome {
      guard let button = scene.triggers.index(ofAction: line.action) else {
        return .stay(.show("Its action is no longer on the board"))
      }
      return .close(.focus(button: button), .seek(line, text: text))
    }

    func hints(in state: State, board: Rect) -> [Command] {
      (result.lines.isEmpty ? [] : [.press]) + [.close]
    }
  }
}
