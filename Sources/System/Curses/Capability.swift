internal import CNcurses

/// Capabilities of the terminal that ncurses has opened, from terminfo.
enum Capability {
  /// The bytes of a string capability, without the padding delays of hardware terminals; nil if it is
  /// missing.
  static func bytes(_ name: String) -> [UInt8]? {
    guard let value = curses_capability(name) else { return nil }
    return withoutPadding(Array(String(cString: value).utf8))
  }

  /// From now on, ncurses writes nothing for this capability.
  static func silence(_ name: String) { _ = curses_silence(name) }

  /// While the closure runs, ncurses writes nothing for these capabilities.
  static func silencing(_ names: [String], _ body: () -> Void) {
    let first = names.map { curses_silence($0) }
    body()
    for (name, byte) in zip(names, first) { curses_unsilence(name, byte) }
  }

  /// Removes padding delays such as `$<5>`.
  static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[(end + 1)...]
      } else {
        kept.append(byte)
      }
    }
    return kept
  }
}
