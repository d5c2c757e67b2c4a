/// Splits the output of a program into tokens: text, control characters and escape sequences.
///
/// It knows the syntax of sequences (ECMA-48, and the strings of xterm) but not their meaning, so an unknown
/// sequence is also parsed to its end. The input can be split at any byte.
struct VTParser {
  enum Token: Hashable {
    case scalar(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, intermediates, one final byte.
    case escape(intermediates: String, final: Character)
    /// `ESC [`, an optional `?`, `>` or `=`, numbers, one final byte. An omitted number is nil.
    case controlSequence(prefix: Character?, numbers: [Int?], intermediates: String, final: Character)
    /// A string such as a window title: the text between `ESC ]` and its terminator.
    case string(String)
    /// The text between `ESC P` and `ESC \`, including control characters.
    case deviceControl(String)
  }

  private enum State {
    case ground, escape, controlSequence, string, stringEscape, deviceControl, deviceControlEscape
  }

  private var state = State.ground
  private var collected: [UInt8] = []
  private var scalarBytes: [UInt8] = []

  /// Consumes a byte. Returns the token that it completes, if any.
  mutating func take(_ byte: UInt8) -> Token? {
    switch state {
    case .ground:
      return takeGround(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): begin(.controlSequence)
      case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"): begin(.string)
      case UInt8(ascii: "P"): begin(.deviceControl)
      case 0x20...0x2F: collected.append(byte)
      default:
        defer { begin(.ground) }
        return .escape(intermediates: text(collected), final: character(byte))
      }
    case .controlSequence:
      switch byte {
      case 0x20...0x3F: collected.append(byte)
      case 0x40...0x7E:
        defer { begin(.ground) }
        return controlSequence(final: byte)
      case 0x1B: begin(.escape)
      default: return .control(byte)
      }
    case .string:
      switch byte {
      case 0x07:
        defer { begin(.ground) }
        return .string(text(collected))
      case 0x1B: state = .stringEscape
      default: collected.append(byte)
      }
    case .stringEscape:
      defer { begin(.ground) }
      return .string(text(collected))
    case .deviceControl:
      if byte == 0x1B { state = .deviceControlEscape } else { collected.append(byte) }
    case .deviceControlEscape:
      if byte == UInt8(ascii: "\\") {
        defer { begin(.ground) }
        return .deviceControl(text(collected))
      }
      // In this string, tmux reads a doubled escape character as a single one. Both are kept here.
      collected += [0x1B, byte]
      state = .deviceControl
    }
    return nil
  }

  private mutating func begin(_ state: State) {
    self.state = state
    collected = []
  }

  private mutating func takeGround(_ byte: UInt8) -> Token? {
    if byte == 0x1B {
      begin(.escape)
      return nil
    }
    if byte < 0x20 || byte == 0x7F { return .control(byte) }
    if byte < 0x80 { return .scalar(Unicode.Scalar(byte)) }
    scalarBytes.append(byte)
    var decoder = UTF8()
    var iterator = scalarBytes.makeIterator()
    guard scalarBytes.count == expectedLength(scalarBytes[0]) else { return nil }
    defer { scalarBytes = [] }
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return .scalar(scalar) }
    return .scalar("\u{FFFD}")
  }

  private func expectedLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF8: 4
    default: 1
    }
  }

  private func controlSequence(final: UInt8) -> Token {
    let isPrefix = { (byte: UInt8) in (0x3C...0x3F).contains(byte) }
    let prefix = collected.first.flatMap { isPrefix($0) ? character($0) : nil }
    let intermediates = collected.filter { (0x20...0x2F).contains($0) }
    let parameters = collected.filter { (0x30...0x3B).contains($0) }
    let numbers = text(parameters).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    return .controlSequence(
      prefix: prefix, numbers: parameters.isEmpty ? [] : numbers, intermediates: text(intermediates),
      final: character(final))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}
