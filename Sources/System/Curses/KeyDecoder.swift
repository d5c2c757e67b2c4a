internal import TerminalUI

/// Converts what ncurses reads into input events.
///
/// ncurses recognizes the keys in terminfo. Every other sequence arrives byte by byte, and a `q` in the
/// middle of one must not quit the program: sequences are parsed to their end. Mouse reports and the marks
/// around pasted text are decoded, all others are ignored. (ncurses 6.4 also decodes mouse reports, but only
/// keeps the last of several that it reads at once.)
///
/// A drain is all the input that was available. A sequence that is incomplete at the end of a drain is
/// discarded if a person can type it, such as Alt with `[`; otherwise the next drain continues it. An ESC at
/// the end of a drain is the Escape key, but on a slow line it can be the beginning of a sequence as well: a
/// next drain of more than `[` is the rest of it, and presses no other key.
struct KeyDecoder {
  /// The maximum number of bytes that are kept of a sequence. All sequences that are decoded are shorter.
  private static let parameterLimit = 32

  /// The state of the parser.
  private enum Sequence: Equatable {
    case none
    /// After ESC.
    case escape
    /// After an ESC that was the last byte of the previous drain.
    case lateEscape
    /// After `ESC [`, up to a final byte.
    case control
    /// After `ESC O` and `ESC [ [`: one more byte.
    case single
    /// After `ESC [ M`: three bytes of a mouse report.
    case oldMouse
    /// After `ESC ]` or the start of another string sequence, up to BEL or `ESC \`.
    case string, stringEscape
  }

  private var sequence = Sequence.none
  /// The first byte of a sequence whose ESC was in the previous drain; nil for any other sequence.
  private var lateStart: Character?
  private var parameters: [UInt8] = []
  private var text: [UInt8] = []
  private var paste: PasteBuffer?
  private var pressedButton = MouseEvent.Button.left
  private var events: [InputEvent] = []
  private var reports: [CursorReport] = []

  /// Decodes a drain, or a part of one.
  mutating func decode(_ units: [InputUnit], isWholeDrain: Bool = true) -> [InputEvent] {
    for unit in units { take(unit) }
    if isWholeDrain { finishDrain() }
    defer { events = [] }
    return events
  }

  /// The reports of the cursor that were decoded since this was called last.
  mutating func takeReports() -> [CursorReport] {
    defer { reports = [] }
    return reports
  }

  private mutating func take(_ unit: InputUnit) {
    if case .byte(let byte) = unit {
      take(byte)
      return
    }
    // ESC directly before a key means Alt with that key, which is not used.
    let isWithAlt = sequence == .escape
    sequence = .none
    flushText()
    if case .key(let key) = unit, !isWithAlt { emit(.key(key)) }
  }

  private mutating func take(_ byte: UInt8) {
    switch (sequence, byte) {
    case (.none, _): takeOutsideSequence(byte)
    case (.lateEscape, UInt8(ascii: "[")), (.lateEscape, UInt8(ascii: "O")):
      sequence = .escape
      take(byte)
      lateStart = Character(Unicode.Scalar(byte))
    case (.lateEscape, _):
      sequence = .none
      take(byte)
    case (.escape, 0x1B): emit(.key(.escape))
    case (.escape, UInt8(ascii: "[")): begin(.control)
    case (.escape, UInt8(ascii: "O")): sequence = .single
    // OSC, DCS, SOS, PM and APC.
    case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F): sequence = .string
    case (.escape, _): sequence = .none
    case (.control, 0x1B), (.single, 0x1B), (.oldMouse, 0x1B): sequence = .escape
    // F1 to F5 of the Linux console.
    case (.control, UInt8(ascii: "[")) where parameters.isEmpty: sequence = .single
    case (.control, UInt8(ascii: "M")) where parameters.isEmpty: begin(.oldMouse)
    case (.control, 0x40...0x7E): finishControlSequence(byte)
    case (.control, _): keep(byte)
    case (.single, _): sequence = .none
    case (.oldMouse, _):
      keep(byte)
      if parameters.count == 3 { finishOldMouse() }
    case (.string, 0x07): sequence = .none
    case (.string, 0x1B): sequence = .stringEscape
    case (.string, _): break
    case (.stringEscape, UInt8(ascii: "\\")): sequence = .none
    case (.stringEscape, 0x1B): break
    // A string that was never finished, and another sequence after it.
    case (.stringEscape, _):
      sequence = .escape
      take(byte)
    }
  }

  private mutating func begin(_ sequence: Sequence) {
    self.sequence = sequence
    parameters = []
  }

  private mutating func keep(_ byte: UInt8) {
    if parameters.count < KeyDecoder.parameterLimit { parameters.append(byte) }
  }

  private mutating func finishControlSequence(_ final: UInt8) {
    sequence = .none
    if let report = MouseReport(parameters: parameters, final: final) {
      take(report)
    } else if let report = CursorReport(parameters: parameters, final: final) {
      // A program can write them without end.
      if reports.count < KeyDecoder.parameterLimit { reports.append(report) }
    } else if final == UInt8(ascii: "~"), parameters == Array("200".utf8) {
      paste = paste ?? PasteBuffer()
    } else if final == UInt8(ascii: "~"), parameters == Array("201".utf8) {
      finishPaste()
    } else if final == UInt8(ascii: "~"), let key = KeyDecoder.keysByNumber[parameters] {
      emit(.key(key))
    }
  }

  /// Sequences of keys that the description of the terminal may lack.
  private static let keysByNumber: [[UInt8]: Key] = [
    Array("1".utf8): .home, Array("7".utf8): .home, Array("4".utf8): .end, Array("8".utf8): .end,
  ]

  private mutating func finishOldMouse() {
    sequence = .none
    if let report = MouseReport(oldBytes: parameters) { take(report) }
  }

  private mutating func take(_ report: MouseReport) {
    if case .press(let button)? = report.event?.kind { pressedButton = button }
    if let event = report.event ?? report.release(of: pressedButton) { emit(.mouse(event)) }
  }

  private mutating func takeOutsideSequence(_ byte: UInt8) {
    if byte == 0x1B {
      flushText()
      sequence = .escape
    } else if paste != nil {
      paste?.append(byte)
    } else if let key = Key(controlByte: byte) {
      flushText()
      emit(.key(key))
    } else {
      text.append(byte)
    }
  }

  private mutating func finishDrain() {
    defer { lateStart = nil }
    switch sequence {
    case .control where lateStart != nil && parameters.isEmpty, .single where lateStart != nil:
      sequence = .none
      lateStart.map { emit(.key(.character($0))) }
    case .escape where paste != nil:
      // The Escape key ends a paste whose end mark was lost.
      sequence = .lateEscape
      finishPaste()
    case .escape:
      sequence = .lateEscape
      emit(.key(.escape))
    case .control where !parameters.isEmpty, .oldMouse: break
    default: sequence = .none
    }
    let torn = Array(text.suffix(UTF8Tail.length(of: text)))
    text.removeLast(torn.count)
    flushText()
    text = torn
  }

  private mutating func flushText() {
    guard !text.isEmpty else { return }
    for character in String(decoding: text, as: UTF8.self) where character.isTyped {
      emit(.key(.character(character)))
    }
    text = []
  }

  private mutating func finishPaste() {
    guard let text = paste?.text else { return }
    paste = nil
    if !text.isEmpty { emit(.paste(text)) }
  }

  private mutating func emit(_ event: InputEvent) {
    if paste == nil { events.append(event) }
  }
}

extension Key {
  /// The key that sends a control byte; nil for other bytes. Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M send the same
  /// bytes as Backspace, Tab and Enter, and cannot be distinguished from them.
  fileprivate init?(controlByte byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }
}
