internal import Board
internal import Configuration

/// Text for a terminal, in which everything that is interpolated is safe to show.
///
///     let line: TerminalText = "\(title): locked"   // no escape sequence in `title` reaches the terminal
///
/// Literals and the sequences of ``Ink`` are unchanged.
package struct TerminalText: Hashable, Sendable {
  package let string: String
}

extension TerminalText: ExpressibleByStringInterpolation {
  package init(stringLiteral literal: String) { string = literal }
  package init(stringInterpolation parts: Parts) { string = parts.string }

  package struct Parts: StringInterpolationProtocol {
    fileprivate var string = ""

    package init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { string += literal }
    package mutating func appendInterpolation(_ text: TerminalText) { string += text.string }
    package mutating func appendInterpolation(_ text: String) { string += text.visible() }
    package mutating func appendInterpolation(_ number: some BinaryInteger) { string += "\(number)" }
  }
}
