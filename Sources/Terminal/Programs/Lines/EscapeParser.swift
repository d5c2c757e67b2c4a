/// Separates text from escape sequences and control characters in a stream of UTF-8, a byte at a time.
///
/// The states are those of ECMA-48 and of Paul Williams' parser for DEC terminals: control sequences (CSI),
/// control strings (OSC, DCS, SOS, PM, APC), single shifts (SS2, SS3) and plain escape sequences; all of them
/// also with the C1 characters U+0080 to U+009F in place of ESC and a letter. Unlike in a terminal, the end
/// of a line ends every sequence, unless that is switched off, so that an incomplete one cannot remove
/// everything after it. Sequences that begin with a C1 character have no effect.
package struct EscapeParser: Sendable {
  /// The meaning of a byte.
  package struct Meaning {
    package enum Kind {
      /// The byte belongs to a sequence that is not complete, or has no effect.
      case nothing
      /// The byte belongs to the text, or to its layout (tab, backspace, newline, carriage return).
      case text
      /// The byte ends a control sequence, which `EscapeParser.sequence` contains.
      case controlSequence
      /// The byte ends an escape sequence of two bytes: ESC and this one.
      case escape
      /// The byte ends an operating system command (OSC), which `EscapeParser.command` contains.
      case command
    }

    package var kind: Kind
    /// The meaning of a byte 0xC2 before this one, which was held back.
    package var held = Held.nothing

    package static let text = Meaning(kind: .text)
    package static let nothing = Meaning(kind: .nothing)
  }

  package enum Held {
    case nothing
    /// The two bytes are a character of the text.
    case character
    /// No character begins with these bytes. If 0xC2 stayed in the text, it could form a control character
    /// with a later byte, when the bytes between them are left out.
    case invalid
  }

  /// Commands are cut at this number of bytes. The addresses of links are shorter; the contents of a
  /// clipboard can be longer.
  static let commandLimit = 2_500

  private enum State {
    case ground
    /// After 0xC2: with 0x80 to 0x9F it is a C1 control character, else it is text.
    case afterC2
    case escape
    case escapeIntermediate
    case controlSequence
    case controlString
    case controlStringAfterC2
    /// After the ESC that ends a control string, whatever follows.
    case escapeInString
    case singleShift
  }

  /// Whether the end of a line ends every sequence. In a terminal it does not.
  private let lineEndsSequences: Bool
  private var state = State.ground
  /// False for a control sequence that began with a C1 character.
  private var hasEffect = true

  /// The last control sequence.
  package private(set) var sequence = ControlSequence()
  /// The last operating system command, without what introduces and ends it, and at most ``commandLimit``
  /// bytes of it.
  package private(set) var command: [UInt8] = []
  /// Whether the present control string is an operating system command.
  private var isCommand = false

  /// - Parameter lineEndsSequences: Whether the end of a line ends every sequence.
  package init(lineEndsSequences: Bool = true) { self.lineEndsSequences = lineEndsSequences }

  /// True outside of any sequence: there, bytes that are plain need no further check.
  package var isGround: Bool { state == .ground }

  /// True while a byte 0xC2 is held back, until the next byte decides whether it is text.
  package var holdsC2: Bool { state == .afterC2 }

  /// Whether a byte outside of a sequence is text regardless of its neighbours.
  package static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F && byte != 0xC2
  }

  /// The end of the plain bytes that begin at `start`.
  package static func endOfPlain(in chunk: UnsafeRawBufferPointer, from start: Int) -> Int {
    var end = start
    while chunk.count - end >= 8 {
      let lanes = ByteLanes(chunk, at: end)
      if lanes.containsLess(than: 0x20) || lanes.contains(0x7F) || lanes.contains(0xC2) { break }
      end &+= 8
    }
    while end < chunk.count, isPlain(chunk[end]) { end &+= 1 }
    return end
  }

  /// Returns the meaning of the next byte of the stream.
  package mutating func meaning(of byte: UInt8) -> Meaning {
    if lineEndsSequences, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      defer { state = .ground }
      return Meaning(kind: .text, held: holdsC2 ? .invalid : .nothing)
    }
    switch state {
    case .ground: return ground(byte)
    case .afterC2: return afterC2(byte)
    case .escape: return escape(byte)
    case .escapeIntermediate, .controlSequence: return sequence(byte)
    case .controlString, .controlStringAfterC2: return string(byte)
    case .escapeInString:
      state = .escape
      guard isCommand, byte == UInt8(ascii: "\\") else { return escape(byte) }
      state = .ground
      return Meaning(kind: .command)
    case .singleShift:
      state = .ground
      return byte < 0x20 || byte >= 0x7F ? ground(byte) : .nothing
    }
  }

  private mutating func ground(_ byte: UInt8) -> Meaning {
    switch byte {
    case 0x1B: state = .escape
    case 0xC2: state = .afterC2
    case UInt8(ascii: "\t"), UInt8(ascii: "\u{8}"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .text
    case 0x00..<0x20, 0x7F: break
    default: return .text
    }
    return .nothing
  }

  private mutating func afterC2(_ byte: UInt8) -> Meaning {
    state = .ground
    switch byte {
    case 0x80..<0xA0:
      _ = introduce(byte - 0x40)
      hasEffect = false
      return .nothing
    case 0xA0..<0xC0:
      return Meaning(kind: .text, held: .character)
    default:
      return Meaning(kind: ground(byte).kind, held: .invalid)
    }
  }

  private mutating func escape(_ byte: UInt8) -> Meaning {
    switch byte {
    case 0x20..<0x30: state = .escapeIntermediate
    case 0x30..<0x7F: return introduce(byte)
    default: return interrupt(byte)
    }
    return .nothing
  }

  /// ESC and this byte begin a sequence, or are a whole one.
  private mutating func introduce(_ byte: UInt8) -> Meaning {
    hasEffect = true
    switch byte {
    case UInt8(ascii: "["):
      state = .controlSequence
      sequence.begin()
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .controlString
      isCommand = byte == UInt8(ascii: "]")
      command.removeAll(keepingCapacity: true)
    case UInt8(ascii: "N"), UInt8(ascii: "O"): state = .singleShift
    default:
      state = .ground
      return Meaning(kind: .escape)
    }
    return .nothing
  }

  private mutating func sequence(_ byte: UInt8) -> Meaning {
    let finals: ClosedRange<UInt8> = state == .controlSequence ? 0x40...0x7E : 0x30...0x7E
    switch byte {
    case finals:
      defer { state = .ground }
      guard state == .controlSequence, hasEffect else { return .nothing }
      sequence.end(byte)
      return Meaning(kind: .controlSequence)
    case 0x20..<0x40: sequence.add(byte)
    default: return interrupt(byte)
    }
    return .nothing
  }

  private mutating func string(_ byte: UInt8) -> Meaning {
    let isC1 = state == .controlStringAfterC2 && byte == 0x9C
    switch byte {
    case _ where byte == 0x07 || isC1:
      if isC1, command.last == 0xC2 { command.removeLast() }
      state = .ground
      return isCommand ? Meaning(kind: .command) : .nothing
    case 0x18, 0x1A:
      state = .ground
      return .nothing
    case 0x1B:
      state = .escapeInString
      return .nothing
    case 0xC2: state = .controlStringAfterC2
    default: state = .controlString
    }
    if isCommand, command.count < Self.commandLimit { command.append(byte) }
    return .nothing
  }

  /// A byte that cannot belong to an escape or control sequence.
  private mutating func interrupt(_ byte: UInt8) -> Meaning {
    switch byte {
    case 0x18, 0x1A: state = .ground
    case 0x1B: state = .escape
    case 0x00..<0x20, 0x7F: break
    default:
      state = .ground
      return ground(byte)
    }
    return .nothing
  }
}
