/// A horizontal bar with a label at its right.
///
/// If there is no room for both, only the label is shown, because it is more informative.
public struct Gauge: Widget {
  /// What the bar shows.
  public enum Value: Hashable, Sendable {
    /// Progress from 0 to 1; other values are clamped.
    case fraction(Double)
    /// Progress is unknown: a part of the bar moves back and forth with the frame number.
    case wandering(frameNumber: Int)
  }

  public var value: Value
  /// Shown at the right of the bar; nil for no label.
  public var label: String?
  public var style: Style
  public var glyphs: GlyphSet

  public init(_ value: Value, label: String? = nil, style: Style = .running, glyphs: GlyphSet) {
    self.value = value
    self.label = label
    self.style = style
    self.glyphs = glyphs
  }

  /// A fraction as four columns of text, such as " 64%". It is rounded down, so 100% is shown only when
  /// everything is done.
  public static func percent(_ fraction: Double) -> String {
    let text = "\(Int(bounded(fraction) * 100 + 1e-6))%"
    return String(repeating: " ", count: max(0, 4 - text.count)) + text
  }

  /// Draws into the first row of the area.
  public func render(into frame: inout Frame, area: Rect) {
    line(width: area.width).render(into: &frame, area: area)
  }

  /// The bar and its label in `width` columns, to be used as a part of a row.
  public func line(width: Int) -> Line {
    guard let label else { return Line(bar(width: width)) }
    let smallestBar = 3
    let barWidth = width - 1 - TextWidth.of(label)
    guard barWidth >= smallestBar else { return Line([Span(label, style)], ellipsis: glyphs.ellipsis) }
    return Line(bar(width: barWidth) + [Span(" "), Span(label, style)])
  }

  private func bar(width: Int) -> [Span] {
    guard width > 2 else { return [Span(cells(max(0, width)), style)] }
    let ends = glyphs.gauge
    return [
      Span(String(ends.leftEnd), .dim), Span(cells(width - 2), style), Span(String(ends.rightEnd), .dim),
    ]
  }

  private func cells(_ width: Int) -> String {
    switch value {
    case .fraction(let fraction): filled(width, fraction: Gauge.bounded(fraction))
    case .wandering(let number): wandering(width, number: number)
    }
  }

  private func filled(_ width: Int, fraction: Double) -> String {
    let steps = glyphs.gauge.partial.count + 1
    let filled = Int(fraction * Double(width * steps) + 1e-6)
    var cells = Array(repeating: glyphs.gauge.full, count: filled / steps)
    if filled % steps > 0 { cells.append(glyphs.gauge.partial[filled % steps - 1]) }
    return String(cells + Array(repeating: glyphs.gauge.empty, count: width - cells.count))
  }

  private func wandering(_ width: Int, number: Int) -> String {
    let length = min(width, max(1, width / 4))
    let way = width - length
    let step = way == 0 ? 0 : abs(number % (2 * way))
    let start = step <= way ? step : 2 * way - step
    var cells = Array(repeating: glyphs.gauge.empty, count: width)
    for index in start..<(start + length) { cells[index] = glyphs.gauge.full }
    return String(cells)
  }

  private static func bounded(_ fraction: Double) -> Double {
    fraction.isNaN ? 0 : min(max(fraction, 0), 1)
  }
}
