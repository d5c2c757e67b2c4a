import TerminalUI

/// The steps of a recording, one on each line:
///
///     size 80x24
///     board examples/x.yml the board of the directory, by its path from the root of the repository
///     open demo            arguments of the program; an earlier one must have ended
///     wait q quit          until this text is on the screen
///     press s              keys by their names, one after the other
///     type error           text without changes
///     pause 1500           milliseconds
///
/// Empty lines and lines that begin with `#` are ignored.
struct SessionScript: Equatable {
  enum Step: Equatable {
    case board(String)
    case open([String])
    case wait(String)
    case type(String)
    case pause(Duration)
  }

  struct Mistake: Error, Equatable, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "line \(line): \(message)" }
  }

  private(set) var size = Size(width: 80, height: 24)
  private(set) var steps: [Step] = []

  init(_ text: String) throws(Mistake) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
      guard let verb = words.first, !verb.hasPrefix("#") else { continue }
      let rest = words.count > 1 ? words[1] : ""
      do throws(Refusal) {
        try take(verb, rest)
      } catch {
        throw Mistake(line: index + 1, message: error.message)
      }
    }
  }

  private struct Refusal: Error {
    let message: String
  }

  private mutating func take(_ verb: String, _ rest: String) throws(Refusal) {
    switch verb {
    case "size":
      let lengths = rest.split(separator: "x").compactMap { Int($0) }
      guard lengths.count == 2 else { throw Refusal(message: "a size is written as 80x24") }
      size = Size(width: lengths[0], height: lengths[1])
    case "board": steps.append(.board(rest))
    case "open": steps.append(.open(rest.split(separator: " ").map(String.init)))
    case "wait": steps.append(.wait(rest))
    case "type": steps.append(.type(rest))
    case "press":
      for name in rest.split(separator: " ") { steps.append(.type(try Self.bytes(of: String(name)))) }
    case "pause":
      guard let milliseconds = Int(rest), milliseconds >= 0 else {
        throw Refusal(message: "a pause is a number of milliseconds")
      }
      steps.append(.pause(.milliseconds(milliseconds)))
    default: throw Refusal(message: "unknown step \"\(verb)\"")
    }
  }

  /// The bytes that an xterm sends for a key in application keypad mode.
  private static func bytes(of name: String) throws(Refusal) -> String {
    switch Key(name: name) {
    case .character(let character): return String(character)
    case .control(let letter):
      guard let value = letter.asciiValue else {
        throw Refusal(message: "terminals cannot send the key \"\(name)\"")
      }
      return String(Unicode.Scalar(value & 0x1F))
    case .enter: return "\r"
    case .tab: return "\t"
    case .backspace: return "\u{7F}"
    case .escape: return "\u{1B}"
    case .up: return "\u{1B}OA"
    case .down: return "\u{1B}OB"
    case .right: return "\u{1B}OC"
    case .left: return "\u{1B}OD"
    case .pageUp: return "\u{1B}[5~"
    case .pageDown: return "\u{1B}[6~"
    default: throw Refusal(message: "the key \"\(name)\" is not supported")
    }
  }
}
