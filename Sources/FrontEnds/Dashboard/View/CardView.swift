import Boundary
import TerminalUI

/// What the chosen action is and needs, a plot of its last runs, and as many of them as there is room for.
struct CardView: Widget {
  var card: Dashboard.Card
  var glyphs: GlyphSet

  /// The rows of the plot.
  private static let plotHeight = 4

  func render(into frame: inout Frame, area: Rect) {
    var rest = area
    let view = IntroductionView(introduction: card.introduction, glyphs: glyphs)
    view.render(into: &frame, area: rest.cutTop(min(view.height(width: rest.width), rest.height)))
    guard !card.lines.isEmpty, rest.height >= Self.plotHeight + 2 else { return }
    _ = rest.cutTop(1)
    Line([Span(card.summary)], ellipsis: glyphs.ellipsis).render(into: &frame, area: rest.cutTop(1))
    if card.trend.points.count > 1 {
      RunPlot(trend: card.trend, glyphs: glyphs)
        .render(into: &frame, area: rest.cutTop(Self.plotHeight))
    }
    let columns = RunColumns(card.lines, width: rest.width)
    for line in card.lines.prefix(rest.height) {
      RunRow(run: line, isFocused: false, columns: columns, glyphs: glyphs)
        .render(into: &frame, area: rest.cutTop(1))
    }
  }
}
