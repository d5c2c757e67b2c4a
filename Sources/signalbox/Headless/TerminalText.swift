internal import Board
internal import Configuration

/// Text for a terminal, in which everything from outside is safe to show.
///
///     let line: TerminalText = "\(title): locked"   // no escape sequence in `title` reaches the terminal
///
/// What the program itself writes, in literals and by ``Ink``, stays as it is.
struct TerminalText: Hashable, Sendable {
  let string: String
}

extension TerminalText: ExpressibleByStringInterpolation {
  init(stringLiteral literal: String) { string = literal }
  init(stringInterpolation parts: Parts) { string = parts.string }

  struct Parts: StringInterpolationProtocol {
    fileprivate var string = ""

    init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { string += literal }
    mutating func appendInterpolation(_ text: TerminalText) { string += text.string }
    mutating func appendInterpolation(_ text: String) { string += text.visible() }
    mutating func appendInterpolation(_ number: some BinaryInteger) { string += "\(number)" }
  }
}
