import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// The mouse of a panel in memory.
extension VirtualPanel {
  /// The cell at which a text of the picture begins.
  func point(of text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Point {
    for (y, row) in picture.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let range = row.firstRange(of: text) {
        return Point(x: TextWidth.of(String(row[..<range.lowerBound])), y: y)
      }
    }
    return try #require(nil, "\(text) is not in the picture", sourceLocation: sourceLocation)
  }

  /// Sends a mouse event, and runs the work that is due.
  func mouse(_ kind: MouseEvent.Kind, at point: Point) {
    model.handle(.mouse(MouseEvent(kind, at: point)))
    scheduler.advance()
  }

  /// Presses and releases the left button over a cell.
  func click(at point: Point) {
    mouse(.press(.left), at: point)
    mouse(.release(.left), at: point)
  }

  /// Presses and releases the left button over a text of the picture.
  func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    click(at: try point(of: text, sourceLocation: sourceLocation))
  }
}
