import TerminalUI

/// All commands of the panel with their keys, over the board: each with what it does, in fewer words where there is
/// little room.
struct HelpOverlay: Widget {
  var keys: Dashboard.KeyMap
  var offset: Int
  var glyphs: GlyphSet

  func render(into frame: inout Frame, area: Rect) {
    let tables = [rows(\.description), rows(keyLimit: 1, \.description), rows(keyLimit: 1, \.word)]
    let edges = 4
    let rows = tables.first { width(of: $0) + edges <= area.width } ?? tables[2]
    let size = Size(width: width(of: rows) + edges, height: rows.count + 2)
    let box = Box(title: "Keys", glyphs: glyphs)
    guard let inside = box.open(in: &frame, area: area, size: size) else { return }
    List(rows, offset: offset, glyphs: glyphs).render(into: &frame, area: inside)
  }

  private func rows(keyLimit: Int = .max, _ meaning: (Dashboard.KeyMap.Binding) -> String) -> [Line] {
    let names = keys.bindings.map { binding in
      binding.keys.isEmpty
        ? Span("no key", .dim)
        : Span(binding.keys.prefix(keyLimit).map(\.name).joined(separator: " "), .key)
    }
    let column = names.map { TextWidth.of($0.text) }.max() ?? 0
    return zip(names, keys.bindings).map { name, binding in
      let gap = String(repeating: " ", count: column - TextWidth.of(name.text) + 2)
      return Line([name, Span(gap + meaning(binding))], ellipsis: glyphs.ellipsis)
    }
  }

  private func width(of rows: [Line]) -> Int {
    rows.map(\.width).max() ?? 0
  }
}
