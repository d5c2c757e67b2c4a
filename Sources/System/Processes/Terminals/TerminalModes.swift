internal import Programs

/// What a program has set on its terminal that stays until it is reset: modes, the shape of the cursor, the
/// encoding of keys, colours of the palette.
///
/// Whoever enters the program sets the same on another terminal, and resets it when leaving.
package struct TerminalModes: Sendable {
  /// A question of the program to its terminal.
  enum Question: Equatable {
    /// Which kind of terminal it is.
    case attributes
    /// Whether it works.
    case status
    /// Where the cursor is.
    /// - isPrivate: Whether the answer has the mark of private sequences.
    case cursor(isPrivate: Bool)
  }

  /// The most modes that are remembered. A program that sets more, such as random bytes, has none of them.
  private static let limit = 64
  /// Private modes that are on when a terminal starts.
  private static let usuallyOn: Set<UInt16> = [7, 8, 25, 1007]
  /// The private modes that show another screen, with or without saving the cursor.
  private static let otherScreen: Set<UInt16> = [47, 1047, 1049]

  private var parser = EscapeParser(lineEndsSequences: false)
  /// The private modes that differ from those of a terminal that starts, in the order in which they were set.
  private var privateModes: [UInt16] = []
  private var modes: [UInt16] = []
  private var hasKeypad = false
  private var cursorShape: UInt16 = 0
  private var hasRegion = false
  private var keyboards: [UInt16] = []
  private var modifiedKeys: UInt16 = 0
  /// The colours that were set, by the numbers of the sequences that set them.
  private var colors: Set<Int> = []
  private var hasLink = false
  /// The number of an operating system command, while it is read.
  private var command: Int?
  private var isAfterEscape = false
  /// Whether the cursor was at the start of a line when the program began to draw on the whole screen.
  private var wasAtLineStart = true
  /// Whether nothing was written in the line of the cursor, as far as no movement of the cursor is involved.
  private(set) var isAtLineStart = true

  package init() {}

  /// Whether the program draws on the whole screen.
  var isOnWholeScreen: Bool { privateModes.contains { Self.otherScreen.contains($0) } }

  /// Takes what the program prints next.
  package mutating func take(_ chunk: UnsafeRawBufferPointer) { take(chunk) { _ in } }

  /// Takes what the program prints next.
  /// - Parameter onQuestion: Called with each question in it.
  mutating func take(_ chunk: UnsafeRawBufferPointer, onQuestion: (Question) -> Void) {
    var index = chunk.startIndex
    while index < chunk.endIndex {
      if parser.isGround {
        let start = index
        index = EscapeParser.endOfPlain(in: chunk, from: index)
        if index > start { isAtLineStart = false }
        if index == chunk.endIndex { return }
      }
      let byte = chunk[index]
      index += 1
      let meaning = parser.meaning(of: byte)
      noteCommand(byte)
      switch meaning.kind {
      case .nothing, .command: break
      case .text: isAtLineStart = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      case .escape: takeEscape(byte)
      case .controlSequence: take(parser.sequence, onQuestion)
      }
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "="): hasKeypad = true
    case UInt8(ascii: ">"): hasKeypad = false
    case UInt8(ascii: "c"):
      self = TerminalModes()
    default: break
    }
  }

  private mutating func take(_ sequence: ControlSequence, _ onQuestion: (Question) -> Void) {
    let value = sequence.parameters[0]
    switch (sequence.marker, sequence.final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "h")), (UInt8(ascii: "?"), UInt8(ascii: "l")):
      for mode in sequence.parameters { setPrivate(mode, sequence.final == UInt8(ascii: "h")) }
    case (0, UInt8(ascii: "h")): for mode in sequence.parameters { Self.add(mode, to: &modes) }
    case (0, UInt8(ascii: "l")): modes.removeAll { sequence.parameters.contains($0) }
    case (UInt8(ascii: " "), UInt8(ascii: "q")): cursorShape = value
    case (0, UInt8(ascii: "r")): hasRegion = sequence.parameters != [0]
    case (UInt8(ascii: ">"), UInt8(ascii: "u")):
      keyboards.append(value)
      if keyboards.count > Self.limit { keyboards.removeFirst() }
    case (UInt8(ascii: "<"), UInt8(ascii: "u")): keyboards.removeLast(min(sequence.count(), keyboards.count))
    case (UInt8(ascii: "="), UInt8(ascii: "u")):
      if keyboards.isEmpty { keyboards.append(value) } else { keyboards[keyboards.count - 1] = value }
    case (UInt8(ascii: ">"), UInt8(ascii: "m")) where value == 4:
      modifiedKeys = sequence.parameters.count > 1 ? sequence.parameters[1] : 0
    case (0, UInt8(ascii: "c")) where value == 0: onQuestion(.attributes)
    case (0, UInt8(ascii: "n")) where value == 5: onQuestion(.status)
    case (0, UInt8(ascii: "n")) where value == 6: onQuestion(.cursor(isPrivate: false))
    case (UInt8(ascii: "?"), UInt8(ascii: "n")) where value == 6: onQuestion(.cursor(isPrivate: true))
    default: break
    }
  }

  private mutating func setPrivate(_ mode: UInt16, _ isOn: Bool) {
    if Self.otherScreen.contains(mode), isOn != isOnWholeScreen {
      if isOn { wasAtLineStart = isAtLineStart } else { isAtLineStart = wasAtLineStart }
    }
    if isOn == Self.usuallyOn.contains(mode) {
      privateModes.removeAll { $0 == mode }
    } else {
      Self.add(mode, to: &privateModes)
    }
  }

  private static func add(_ mode: UInt16, to modes: inout [UInt16]) {
    if modes.count < limit, !modes.contains(mode) { modes.append(mode) }
  }

  /// Reads the number of an operating system command, which says what it changes.
  private mutating func noteCommand(_ byte: UInt8) {
    defer { isAfterEscape = byte == 0x1B }
    if isAfterEscape, byte == UInt8(ascii: "]") {
      command = 0
      return
    }
    guard let number = command else { return }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9") where number < 1000:
      command = number * 10 + Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: ";"):
      command = nil
      switch number {
      case 4, 10, 11, 12: colors.insert(number)
      case 8: hasLink = true
      default: break
      }
    default: command = nil
    }
  }

  // MARK: Setting and resetting

  /// The bytes that set on another terminal what the program has set.
  var settingBytes: [UInt8] {
    var bytes = ""
    for mode in privateModes.filter(Self.otherScreen.contains) { bytes += "\u{1B}[?\(mode)h" }
    for mode in privateModes where !Self.otherScreen.contains(mode) {
      bytes += "\u{1B}[?\(mode)\(Self.usuallyOn.contains(mode) ? "l" : "h")"
    }
    for mode in modes { bytes += "\u{1B}[\(mode)h" }
    if hasKeypad { bytes += "\u{1B}=" }
    if cursorShape != 0 { bytes += "\u{1B}[\(cursorShape) q" }
    for keyboard in keyboards { bytes += "\u{1B}[>\(keyboard)u" }
    if modifiedKeys != 0 { bytes += "\u{1B}[>4;\(modifiedKeys)m" }
    return Array(bytes.utf8)
  }

  /// What ends a string, such as a title. Some terminals, tmux among them, read a string to this end: neither
  /// CAN nor another sequence ends it there.
  private static let stringEnd = "\u{1B}\\"

  /// The bytes that reset all of it, and end a sequence that is not complete.
  package var resettingBytes: [UInt8] {
    var bytes = (parser.isGround ? "" : "\u{18}") + Self.stringEnd
    if modifiedKeys != 0 { bytes += "\u{1B}[>4m" }
    if !keyboards.isEmpty { bytes += "\u{1B}[<\(keyboards.count)u" }
    if hasLink { bytes += "\u{1B}]8;;\u{1B}\\" }
    for color in colors.sorted() { bytes += "\u{1B}]\(color + 100)\u{1B}\\" }
    if cursorShape != 0 || privateModes.contains(12) { bytes += "\u{1B}[0 q" }
    if hasKeypad { bytes += "\u{1B}>" }
    for mode in modes { bytes += "\u{1B}[\(mode)l" }
    // Setting the region moves the cursor.
    if hasRegion { bytes += "\u{1B}7\u{1B}[r\u{1B}8" }
    for mode in privateModes where !Self.otherScreen.contains(mode) {
      bytes += "\u{1B}[?\(mode)\(Self.usuallyOn.contains(mode) ? "h" : "l")"
    }
    // The characters of the alphabet, in case those for drawing lines are in use, and no colour.
    bytes += "\u{F}\u{1B}(B\u{1B}[0m"
    for mode in privateModes.filter(Self.otherScreen.contains) { bytes += "\u{1B}[?\(mode)l" }
    return Array(bytes.utf8)
  }

  /// The bytes that reset what programs usually set, for a moment at which nothing more is known.
  package static let usualResettingBytes = Array(
    ("\u{18}\(stringEnd)\u{F}\u{1B}(B\u{1B}[0m\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1004l\u{1B}[?1006l"
      + "\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l").utf8)
}
