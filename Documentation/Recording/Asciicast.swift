import Foundation
import TerminalUI

/// A recording in version 2 of asciinema's format: a JSON header in one line, then one line for each write.
struct Asciicast {
  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  var text: String {
    let header =
      "{\"version\": 2, \"width\": \(recording.size.width), \"height\": \(recording.size.height)}\n"
    return recording.moments.reduce(into: header) { text, moment in
      text += "[\(moment.time.seconds), \"o\", \(Self.quoted(moment.output))]\n"
    }
  }

  private static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: String(format: "\\u%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }
}

extension Duration {
  /// The duration in seconds with three decimals.
  var seconds: String { String(format: "%.3f", self / .seconds(1)) }
}
