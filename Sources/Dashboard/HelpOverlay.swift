import TerminalUI

/// All keys of the panel, over the board: each with what it does, in fewer words where there is little room.
struct HelpOverlay: Widget {
  var keys: Dashboard.KeyMap
  var offset: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let tables = [
      rows { ($0.keys.map(\.name).joined(separator: " "), $0.description) },
      rows { ($0.keys[0].name, $0.description) },
      rows { ($0.keys[0].name, $0.word) },
    ]
    let edges = 4
    let rows = tables.first { width(of: $0) + edges <= area.width } ?? tables[2]
    let size = Size(width: width(of: rows) + edges, height: rows.count + 2)
    let box = Box(title: "Keys", glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: size) else { return }
    List(rows, offset: offset, glyphs: glyphs).render(into: &frame, area: inside)
  }

  private func rows(_ texts: (Dashboard.KeyMap.Binding) -> (keys: String, meaning: String)) -> [Line] {
    let texts = keys.bindings.map(texts)
    let column = texts.map { TextWidth.of($0.keys) }.max() ?? 0
    return texts.map { keys, meaning in
      let gap = String(repeating: " ", count: column - TextWidth.of(keys) + 2)
      return Line([Span(keys, .key), Span(gap + meaning)], ellipsis: glyphs.ellipsis)
    }
  }

  private func width(of rows: [Line]) -> Int {
    rows.map(\.width).max() ?? 0
  }
}
