import TerminalUI

/// How text is written: its style, and the link to which it belongs.
struct Pen: Sendable, Equatable {
  var style = Style.plain
  /// The number of the link in its ``LinkTable``; 0 for none.
  var link = 0

  static let plain = Pen()
}

/// The addresses of the links of an output, as far as they may still be on the screen.
struct LinkTable: Sendable {
  /// The oldest addresses go when there are more.
  private static let limit = 512

  private var addresses: [String] = []
  /// The number of the first address that is kept.
  private var first = 1

  /// The address of a link; nil for none, and for one that was printed too long ago.
  subscript(number: Int) -> String? {
    addresses.indices.contains(number - first) ? addresses[number - first] : nil
  }

  /// The number of the link that a command (OSC 8) begins: 0 for its end, and for what is no address of the
  /// web or too long. Nil if it is another command.
  mutating func number(of command: [UInt8]) -> Int? {
    let semicolon = UInt8(ascii: ";")
    let parts = command.split(separator: semicolon, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("8".utf8) else { return nil }
    guard command.count < EscapeParser.commandLimit, OutputLink.isAddress(parts[2]) else { return 0 }
    let address = String(decoding: parts[2], as: UTF8.self)
    if address != addresses.last {
      addresses.append(address)
      if addresses.count > Self.limit {
        addresses.removeFirst(Self.limit / 2)
        first += Self.limit / 2
      }
    }
    return first + addresses.count - 1
  }
}
