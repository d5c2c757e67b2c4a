import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct GlyphSetTests {
  private func all(_ glyphs: GlyphSet) -> [Character] {
    let (box, gauge) = (glyphs.box, glyphs.gauge)
    return glyphs.spinner + glyphs.sparkline + gauge.partial + [
      glyphs.idle, glyphs.running, glyphs.succeeded, glyphs.failed, glyphs.cancelled, glyphs.tolerated,
      glyphs.locked, glyphs.ellipsis, glyphs.bullet, glyphs.separator, glyphs.focus, glyphs.bar, glyphs.times,
      glyphs.up, glyphs.down, glyphs.left, glyphs.right,
      box.horizontal, box.vertical, box.topLeft, box.topRight, box.bottomLeft, box.bottomRight,
      box.leftJoint, box.rightJoint, box.topJoint, box.bottomJoint, gauge.leftEnd, gauge.rightEnd, gauge.full,
      gauge.empty,
    ]
  }

  @Test(arguments: [GlyphSet.unicode, .console, .ascii])
  func `every glyph is one column wide`(glyphs: GlyphSet) {
    for glyph in all(glyphs) { #expect(TextWidth.of(glyph) == 1, "\(glyph)") }
  }

  /// Code page 437 is in every font of the console.
  @Test func `the set of the console is in its fonts`() {
    let others = Set(all(.console).filter { !$0.isASCII })
    #expect(others == Set("·↑↓←→─│┌┐└┘├┤┬┴█░"))
  }

  @Test func `the ASCII set is ASCII`() {
    for glyph in all(.ascii) { #expect(glyph.isASCII, "\(glyph)") }
  }

  @Test(arguments: [GlyphSet.unicode, .console, .ascii])
  func `each state has a glyph of its own`(glyphs: GlyphSet) {
    let signs = [
      glyphs.idle, glyphs.running, glyphs.succeeded, glyphs.failed, glyphs.cancelled, glyphs.tolerated,
      glyphs.locked,
    ]
    #expect(Set(signs).count == signs.count)
  }
}
