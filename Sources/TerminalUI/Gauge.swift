/// A horizontal bar, with a label at its right.
///
/// If there is no room for both, the label is kept, because it says more.
public struct Gauge: Widget {
  public enum Value: Hashable, Sendable {
    /// From 0 to 1; anything else is brought into that range.
    case fraction(Double)
    /// Progress is unknown: a piece of the bar wanders with the frame number.
    case wandering(frameNumber: Int)
  }

  public var value: Value
  public var label: String?
  public var style: Style
  public var glyphs: GlyphSet

  public init(_ value: Value, label: String? = nil, style: Style = .running, glyphs: GlyphSet) {
    self.value = value
    self.label = label
    self.style = style
    self.glyphs = glyphs
  }

  /// A fraction as four columns of text, " 64%". Rounded down, so that 100% is said only when all is done.
  public static func percent(_ fraction: Double) -> String {
    let text = "\(Int(bounded(fraction) * 100 + 1e-6))%"
    return String(repeating: " ", count: max(0, 4 - text.count)) + text
  }

  /// Draws into the first row of the area.
  public func render(into frame: inout Frame, area: Rect) {
    var bar = area.row(0)
    if let label {
      let width = TextWidth.of(label)
      let smallestBar = 3
      if bar.width < smallestBar + 1 + width {
        return Line([Span(label, style)], ellipsis: glyphs.ellipsis).render(into: &frame, area: bar)
      }
      Line([Span(label, style)]).render(into: &frame, area: bar.cutRight(width))
      _ = bar.cutRight(1)
    }
    if bar.width > 2 {
      let ends = glyphs.gauge
      frame.fill(bar.cutLeft(1), with: ends.leftEnd, style: .dim)
      frame.fill(bar.cutRight(1), with: ends.rightEnd, style: .dim)
    }
    frame.fill(bar, with: glyphs.gauge.empty, style: style)
    switch value {
    case .fraction(let fraction): renderFilled(into: &frame, bar: bar, fraction: fraction)
    case .wandering(let number): renderWandering(into: &frame, bar: bar, number: number)
    }
  }

  private func renderFilled(into frame: inout Frame, bar: Rect, fraction: Double) {
    var bar = bar
    let steps = glyphs.gauge.partial.count + 1
    let filled = Int(Gauge.bounded(fraction) * Double(bar.width * steps) + 1e-6)
    frame.fill(bar.cutLeft(filled / steps), with: glyphs.gauge.full, style: style)
    if filled % steps > 0 {
      frame.fill(bar.cutLeft(1), with: glyphs.gauge.partial[filled % steps - 1], style: style)
    }
  }

  private func renderWandering(into frame: inout Frame, bar: Rect, number: Int) {
    guard !bar.isEmpty else { return }
    var bar = bar
    let length = max(1, bar.width / 4)
    let way = bar.width - length
    let step = way == 0 ? 0 : abs(number % (2 * way))
    _ = bar.cutLeft(step <= way ? step : 2 * way - step)
    frame.fill(bar.cutLeft(length), with: glyphs.gauge.full, style: style)
  }

  private static func bounded(_ fraction: Double) -> Double {
    fraction.isNaN ? 0 : min(max(fraction, 0), 1)
  }
}
