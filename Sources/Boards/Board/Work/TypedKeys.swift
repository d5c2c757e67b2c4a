/// Keys that are typed into the terminal of a program, as the bytes that a terminal sends.
///
///     try TypedKeys(parsing: ["esc", ":q!", "enter"]).bytes   // [27, 58, 113, 33, 13]
///
/// Each part is the name of a key, such as `enter`, `f10` or `ctrl-c`, or text, in which `\\xNN` is the byte
/// with this hexadecimal number and `\\\\` a backslash.
public struct TypedKeys: Sendable, Equatable {
  public let bytes: [UInt8]

  /// The most bytes: a terminal keeps no more of what a program does not read.
  public static let limit = 1_000

  /// Why a text is no key, as a phrase that follows the name of the option.
  public struct Mistake: Error, Equatable {
    public let message: String
    public let hint: String
  }

  public init(parsing parts: [String]) throws(Mistake) {
    var bytes: [UInt8] = []
    for part in parts { bytes += try Self.bytes(of: part) }
    guard bytes.count <= Self.limit else {
      throw Mistake(message: "has more than \(Self.limit) bytes", hint: "the keys end a program")
    }
    self.bytes = bytes
  }

  private static func bytes(of part: String) throws(Mistake) -> [UInt8] {
    if let named = named(part.lowercased()) { return named }
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "x"):
        guard rest.count >= 2,
          let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { throw malformed }
        bytes.append(code)
        rest = rest.dropFirst(2)
      default: throw malformed
      }
    }
    return bytes
  }

  private static let malformed = Mistake(
    message: "has a `\\` that is not `\\xNN` or `\\\\`",
    hint: "`\\x03` is the byte 3, in single quotes; keys have names, such as `ctrl-c`, `esc` and `enter`")

  /// The bytes of a key with this name, in small letters; nil if there is none.
  private static func named(_ name: String) -> [UInt8]? {
    if let bytes = names[name] { return Array(bytes.utf8) }
    guard name.hasPrefix("ctrl-"), name.utf8.count == 6, let letter = name.utf8.last,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    else { return nil }
    return [letter - UInt8(ascii: "a") + 1]
  }

  private static let names = [
    "enter": "\r", "esc": "\u{1B}", "tab": "\t", "space": " ", "backspace": "\u{7F}",
    "up": "\u{1B}[A", "down": "\u{1B}[B", "right": "\u{1B}[C", "left": "\u{1B}[D",
    "home": "\u{1B}[H", "end": "\u{1B}[F", "del": "\u{1B}[3~", "pgup": "\u{1B}[5~", "pgdn": "\u{1B}[6~",
    "f1": "\u{1B}OP", "f2": "\u{1B}OQ", "f3": "\u{1B}OR", "f4": "\u{1B}OS", "f5": "\u{1B}[15~",
    "f6": "\u{1B}[17~", "f7": "\u{1B}[18~", "f8": "\u{1B}[19~", "f9": "\u{1B}[20~", "f10": "\u{1B}[21~",
    "f11": "\u{1B}[23~", "f12": "\u{1B}[24~",
  ]
}
