import Foundation

extension MarbleDiagram {
  /// The picture as an SVG document. It has a background of its own, so that it can be read on any page.
  var svg: String {
    let size = (width: Sheet.width, height: Sheet.top + Double(lanes.count) * Sheet.lane + Sheet.bottom)
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.width.text) \(size.height.text)\" "
        + "width=\"\(size.width.text)\" height=\"\(size.height.text)\" "
        + "font-family=\"-apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"13\">",
      "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#ffffff\"/>",
    ]
    for (index, lane) in lanes.enumerated() {
      let sheet = Sheet(duration: duration, y: Sheet.top + (Double(index) + 0.5) * Sheet.lane)
      parts += sheet.axis(lane.title)
      parts += sheet.draw(lane.marks)
    }
    parts += Sheet(duration: duration, y: size.height - Sheet.bottom).scale()
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }
}

/// Draws one lane.
private struct Sheet {
  static let width = 720.0
  static let top = 10.0
  static let lane = 44.0
  static let bottom = 30.0
  private static let left = 190.0
  private static let right = 28.0
  private static let radius = 15.0
  private static let colors = ["#2f6fb3", "#b3572f", "#2f8f5b", "#7d4fa6", "#a63f5c", "#6b6f1e"]

  let duration: Duration
  let y: Double

  private func x(_ time: Duration) -> Double {
    Self.left + time / duration * (Self.width - Self.left - Self.right)
  }

  func axis(_ title: String) -> [String] {
    let end = Self.width - Self.right + 12
    return [
      Self.label(title, x: Self.left - 18, y: y, anchor: "end", color: "#303034"),
      line(from: Self.left - 6, to: end),
      "<path d=\"M \((end + 7).text) \(y.text) l -8 -4.5 v 9 z\" fill=\"#8a8a90\"/>",
    ]
  }

  /// The seconds below the lanes.
  func scale() -> [String] {
    let step = [0.1, 0.2, 0.5, 1, 2, 5].first { duration / .seconds($0) <= 10 } ?? 10
    return (0...Int(duration / .seconds(step) + 1e-9)).map { number in
      let second = Double(number) * step
      return Self.label(
        "\(second.text) s", x: x(.seconds(second)), y: y + 13, anchor: "middle", color: "#77777d", size: 11)
    }
  }

  func draw(_ marks: [MarbleDiagram.Mark]) -> [String] {
    var parts: [String] = []
    var lastEnd = -Double.infinity
    for (index, mark) in marks.enumerated() {
      switch mark {
      case .event(let time, let text):
        // What happens at the same time stands side by side.
        let center = max(x(time), lastEnd + Self.radius + 2)
        lastEnd = center + Self.radius
        parts += circle(center, text)
      case .value(let time, let text):
        let next = marks[(index + 1)...].first.map { x($0.start) } ?? Self.width - Self.right
        // A value that was replaced at once cannot be seen.
        if next > x(time) { parts += bar(from: x(time), to: next, text, color: Self.color(of: text)) }
      case .span(let from, let to, let text, let isCut):
        parts += bar(from: x(from), to: x(to), text, color: Self.color(of: text))
        if isCut { parts.append(cross(x(to))) }
      }
    }
    return parts
  }

  private func circle(_ center: Double, _ text: String) -> [String] {
    [
      "<circle cx=\"\(center.text)\" cy=\"\(y.text)\" r=\"\(Self.radius.text)\" fill=\"\(Self.color(of: text))\"/>",
      Self.label(text, x: center, y: y, anchor: "middle", color: "#ffffff", size: text.count > 3 ? 10 : 13),
    ]
  }

  private func bar(from start: Double, to end: Double, _ text: String, color: String) -> [String] {
    let width = end - start - 1
    let size = min(13, width / Double(max(text.count, 1)) * 1.7)
    return [
      "<rect x=\"\(start.text)\" y=\"\((y - 13).text)\" width=\"\(width.text)\" height=\"26\" rx=\"4\" fill=\"\(color)\"/>",
      Self.label(text, x: (start + end) / 2, y: y, anchor: "middle", color: "#ffffff", size: size),
    ]
  }

  private func cross(_ x: Double) -> String {
    "<path d=\"M \((x - 6).text) \((y - 17).text) l 12 34 m 0 -34 l -12 34\" stroke=\"#c02020\" stroke-width=\"2.5\" "
      + "fill=\"none\"/>"
  }

  private func line(from start: Double, to end: Double) -> String {
    "<path d=\"M \(start.text) \(y.text) H \(end.text)\" stroke=\"#8a8a90\" stroke-width=\"1.5\"/>"
  }

  private static func label(
    _ text: String, x: Double, y: Double, anchor: String, color: String, size: Double = 13
  ) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    return
      "<text x=\"\(x.text)\" y=\"\((y + size * 0.35).text)\" text-anchor=\"\(anchor)\" fill=\"\(color)\" "
      + "font-size=\"\(size.text)\">\(escaped)</text>"
  }

  /// A text has the same colour in all lanes. Nothing and no are grey.
  private static func color(of text: String) -> String {
    if ["", "false", "idle", "none"].contains(text) { return "#a0a0a6" }
    if text == "true" { return "#2f8f5b" }
    return colors[text.unicodeScalars.reduce(0) { ($0 &* 7 &+ Int($1.value)) % 9_973 } % colors.count]
  }
}

extension MarbleDiagram.Mark {
  fileprivate var start: Duration {
    switch self {
    case .event(let time, _), .value(let time, _), .span(let time, _, _, _): time
    }
  }
}

extension Double {
  /// At most one decimal place.
  fileprivate var text: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
