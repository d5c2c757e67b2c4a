import PseudoTerminal
import TerminalUI

/// A recording as an animated SVG picture without scripts.
///
/// Each distinct row is defined once and referenced by all frames that contain it. The frames are stacked,
/// and each one is visible only during its time.
struct AnimatedPicture {
  private struct Frame {
    var start: Duration
    var rows: [Int]
  }

  /// The minimum time for which a frame is visible.
  private static let shortest = Duration.milliseconds(200)
  private static let cell = (width: 8.4, height: 17.0)
  private static let margin = 12.0

  private let recording: Recording
  private var rows: [String] = []
  private var frames: [Frame] = []

  init(_ recording: Recording) {
    self.recording = recording
    var numbers: [String: Int] = [:]
    for moment in recording.moments {
      let shown = (0..<recording.size.height).map { y in
        let row = Self.row(of: moment.screen, y)
        if numbers[row] == nil {
          numbers[row] = rows.count
          rows.append(row)
        }
        return numbers[row] ?? 0
      }
      if let last = frames.last, moment.time - last.start < Self.shortest {
        frames[frames.count - 1].rows = shown
      } else if frames.last?.rows != shown {
        frames.append(Frame(start: moment.time, rows: shown))
      }
    }
  }

  var svg: String {
    let width = Double(recording.size.width) * Self.cell.width + 2 * Self.margin
    let height = Double(recording.size.height) * Self.cell.height + 2 * Self.margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.short) \(height.short)" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <style>
      text { fill: #cdd6e0; white-space: pre }
      .b { font-weight: bold } .d { opacity: .55 } .u { text-decoration: underline } .i { font-style: italic }
      \(Self.colors.enumerated().map { ".f\($0) { fill: \($1) }" }.joined(separator: " "))
      .frame { visibility: hidden; animation: \(recording.duration.seconds)s steps(1) infinite }
      \(frames.indices.map(timing).joined(separator: "\n"))
      </style>
      <rect width="100%" height="100%" rx="8" fill="\(Self.background)"/>
      <defs>
      \(rows.enumerated().map { "<g id=\"r\($0)\">\($1)</g>" }.joined(separator: "\n"))
      </defs>
      <g transform="translate(\(Self.margin.short) \(Self.margin.short))">
      \(frames.indices.map(picture).joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  /// The CSS rules that show a frame during its time, in percent of the whole duration.
  private func timing(of index: Int) -> String {
    let percent = { (time: Duration) in (time / recording.duration * 100).short }
    let start = percent(frames[index].start)
    let end = index + 1 < frames.count ? percent(frames[index + 1].start) : "100"
    return """
      #p\(index) { animation-name: k\(index) } \
      @keyframes k\(index) { 0% { visibility: hidden } \(start)% { visibility: visible } \
      \(end)% { visibility: \(end == "100" ? "visible" : "hidden") } }
      """
  }

  private func picture(of index: Int) -> String {
    let uses = frames[index].rows.enumerated().compactMap { y, row in
      rows[row].isEmpty ? nil : "<use href=\"#r\(row)\" y=\"\((Double(y) * Self.cell.height).short)\"/>"
    }
    return "<g class=\"frame\" id=\"p\(index)\">\(uses.joined())</g>"
  }

  // MARK: Rows

  /// A row as text elements, one for each run of cells with the same style.
  private static func row(of screen: VTScreen, _ y: Int) -> String {
    var result = ""
    var x = 0
    while x < screen.size.width {
      let style = screen.style(x: x, y: y)
      let start = x
      var text = ""
      while x < screen.size.width, screen.style(x: x, y: y) == style {
        text += screen.text(x: x, y: y)
        x += 1
      }
      result += run(text, style, columns: start..<x)
    }
    return result
  }

  private static func run(_ text: String, _ style: Style, columns: Range<Int>) -> String {
    let isReversed = style.attributes.contains(.reverse)
    let (left, width) = (Double(columns.lowerBound) * cell.width, Double(columns.count) * cell.width)
    var result = ""
    let ground = isReversed ? style.foreground.css ?? "#cdd6e0" : style.background.css
    if let ground {
      result +=
        "<rect x=\"\(left.short)\" width=\"\(width.short)\" height=\"\(cell.height.short)\" fill=\"\(ground)\"/>"
    }
    guard text.contains(where: { $0 != " " }) else { return result }
    var attributes = ""
    let classes = self.classes(of: style)
    if !classes.isEmpty { attributes += " class=\"\(classes)\"" }
    if isReversed { attributes += " style=\"fill: \(style.background.css ?? background)\"" }
    return result
      + "<text x=\"\(left.short)\" y=\"13\" textLength=\"\(width.short)\"\(attributes)>\(escaped(text))</text>"
  }

  private static func classes(of style: Style) -> String {
    var classes: [String] = []
    if let index = style.foreground.index, index < 16 { classes.append("f\(index)") }
    let letters: [(Attributes, String)] = [(.bold, "b"), (.dim, "d"), (.underline, "u"), (.italic, "i")]
    for (attribute, letter) in letters where style.attributes.contains(attribute) { classes.append(letter) }
    return classes.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      // Browsers collapse consecutive spaces into one.
      case " ": result += "\u{A0}"
      default: result.append(character)
      }
    }
  }

  fileprivate static let background = "#161b22"
  /// The sixteen named colours, chosen for this background.
  fileprivate static let colors = [
    "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
    "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
  ]
}

extension Color {
  /// Nil for the default colour and for colours that are not among the sixteen named ones.
  fileprivate var css: String? {
    index.flatMap { $0 < 16 ? AnimatedPicture.colors[Int($0)] : nil }
  }
}

extension Double {
  /// The number with at most two decimals.
  fileprivate var short: String {
    let hundredths = Int((self * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let decimals = hundredths % 100
    return "\(hundredths / 100)." + (decimals < 10 ? "0\(decimals)" : "\(decimals)")
  }
}
