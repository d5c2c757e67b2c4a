internal import TerminalUI

/// What most boxes over the board have in common.
extension Dashboard.Overlay {
  func rowCount(in scene: Dashboard.Scene) -> Int { 0 }
  func page(in scene: Dashboard.Scene) -> Int { max(1, scene.layout.board.height - 3) }
  mutating func move(by rows: Int, wraps: Bool, in scene: Dashboard.Scene) {}
  mutating func scroll(by rows: Int, in scene: Dashboard.Scene) { move(by: rows, wraps: false, in: scene) }
  func isAnimated(in state: Dashboard.State) -> Bool { false }
  var showsAges: Bool { false }
  var history: String? { nil }

  mutating func perform(
    _ command: Dashboard.Command?, by key: Key, in scene: Dashboard.Scene
  ) -> Dashboard.Outcome? { nil }
  mutating func click(_ row: AnyHashable, in scene: Dashboard.Scene) -> Dashboard.Outcome { .stay() }
  var typed: String? { nil }
  var typingHint: String? { nil }
  mutating func type(_ text: String, in scene: Dashboard.Scene) -> Dashboard.Outcome { .stay() }
  func word(for command: Dashboard.Command) -> String? { command == .press ? "show" : nil }

  mutating func handle(_ key: Key, in scene: Dashboard.Scene) -> Dashboard.Outcome {
    handleAsList(key, in: scene)
  }

  /// Characters are typed if rows are found by a text. Other keys move the choice, or do something with it.
  mutating func handleAsList(_ key: Key, in scene: Dashboard.Scene) -> Dashboard.Outcome {
    if let typed, let outcome = type(key, after: typed, in: scene) { return outcome }
    let command = scene.keys.commandInList(for: key)
    if let rows = command?.rows(page: page(in: scene), count: rowCount(in: scene)) {
      move(by: rows, wraps: command?.step != nil, in: scene)
      return .stay()
    }
    if let outcome = perform(command, by: key, in: scene) { return outcome }
    switch command {
    case .press: return enter(in: scene)
    case .close: return .close()
    case .redraw, .suspend: return command.map { .stay(.perform($0)) } ?? .stay()
    case .quit, .help: return typed == nil ? command.map { .close(.perform($0)) } ?? .stay() : .stay()
    default: return command != nil && command == Self.command ? .close() : .stay()
    }
  }

  /// Handles a key of a text field with the cursor at its end; nil for another key.
  private mutating func type(
    _ key: Key, after text: String, in scene: Dashboard.Scene
  ) -> Dashboard.Outcome? {
    switch key {
    case .character(let character): type(text + String(character), in: scene)
    case .backspace: type(String(text.dropLast()), in: scene)
    case .control("u"): type("", in: scene)
    case .control("c"): .close()
    case .enter: enter(in: scene)
    default: nil
    }
  }
}

extension Rect {
  /// The rectangle of a box with a list of this many rows. Its width does not depend on the texts, so that it
  /// does not jump.
  func boxOfList(rows: Int) -> Rect {
    centered(Size(width: min(96, width < 64 ? width : width - 4), height: rows + 2))
  }

  /// The part of a box inside its frame and its padding.
  var insideBox: Rect { inset(horizontal: 2, vertical: 1) }
}

extension ScrollWindow {
  /// The index of the row at a point of the list that is drawn in an area; nil if there is none.
  func index(at point: Point, in list: Rect) -> Int? {
    list.contains(point) ? index(inRow: point.y - list.y) : nil
  }
}
