import TerminalUI

/// Passes on what a command may do to the terminal of a user: text, colours, and movements of the cursor
/// within the last screenful. Titles, modes, the clipboard, questions to the terminal and everything else is
/// removed, and what is written at an absolute position after the cursor was saved.
///
/// Colours end before the end of each line and begin again with the next text. `finish()` ends the colours
/// and the line that the command has left.
package struct TerminalFilter: Sendable {
  private var parser = EscapeParser()
  /// The style that the command has set, and the one that the terminal has.
  private var pen = Style.plain
  private var shown = Style.plain
  private var hasSavedPosition = false
  /// Whether the command writes at an absolute position, until it restores the cursor or ends the line.
  private var isApart = false
  private var endsLine = true

  package init() {}

  /// The bytes to pass on.
  package mutating func take(_ chunk: UnsafeRawBufferPointer) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(chunk.count)
    var index = chunk.startIndex
    while index < chunk.endIndex {
      if parser.isGround {
        let end = EscapeParser.endOfPlain(in: chunk, from: index)
        if end > index {
          pass(chunk[index..<end], to: &passed)
          index = end
          continue
        }
      }
      let byte = chunk[index]
      index += 1
      let meaning = parser.meaning(of: byte)
      switch meaning.held {
      case .nothing: break
      case .character: pass(CollectionOfOne(0xC2), to: &passed)
      case .invalid: pass("\u{FFFD}".utf8, to: &passed)
      }
      switch meaning.kind {
      case .nothing, .command: break
      case .text: pass(byte, to: &passed)
      case .escape:
        if byte == UInt8(ascii: "7") || byte == UInt8(ascii: "8") {
          keep(saving: byte == UInt8(ascii: "7"))
          passed += [0x1B, byte]
        }
      case .controlSequence: pass(parser.sequence, to: &passed)
      }
    }
    return passed
  }

  /// The bytes that end the output.
  package mutating func finish() -> [UInt8] {
    var passed: [UInt8] = []
    if parser.holdsC2 { pass("\u{FFFD}".utf8, to: &passed) }
    show(.plain, in: &passed)
    if !endsLine { passed.append(UInt8(ascii: "\n")) }
    self = TerminalFilter()
    return passed
  }

  private mutating func pass(_ text: some Collection<UInt8>, to passed: inout [UInt8]) {
    if isApart { return }
    show(pen, in: &passed)
    passed += text
    endsLine = false
  }

  private mutating func pass(_ byte: UInt8, to passed: inout [UInt8]) {
    if byte == UInt8(ascii: "\n") {
      isApart = false
      show(.plain, in: &passed)
      endsLine = true
    } else if byte >= 0x20 {
      return pass(CollectionOfOne(byte), to: &passed)
    }
    if !isApart { passed.append(byte) }
  }

  private mutating func pass(_ sequence: ControlSequence, to passed: inout [UInt8]) {
    guard sequence.marker == 0 else { return }
    switch sequence.final {
    case UInt8(ascii: "m"): pen.apply(sequence)
    case UInt8(ascii: "H"), UInt8(ascii: "f"), UInt8(ascii: "d"): isApart = hasSavedPosition
    // The rest of the screen is not that of the command.
    case UInt8(ascii: "J") where sequence.parameters[0] != 0: break
    case UInt8(ascii: "s"), UInt8(ascii: "u"):
      keep(saving: sequence.final == UInt8(ascii: "s"))
      write(sequence, to: &passed)
    case UInt8(ascii: "A")...UInt8(ascii: "G"), UInt8(ascii: "J")...UInt8(ascii: "M"), UInt8(ascii: "P"),
      UInt8(ascii: "X"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "a"), UInt8(ascii: "e"):
      if !isApart { write(sequence, to: &passed) }
    default: break
    }
  }

  private mutating func keep(saving: Bool) {
    hasSavedPosition = saving
    isApart = false
  }

  private func write(_ sequence: ControlSequence, to passed: inout [UInt8]) {
    passed += "\u{1B}[\(sequence.parameters.map(String.init).joined(separator: ";"))".utf8
    passed.append(sequence.final)
  }

  private mutating func show(_ style: Style, in passed: inout [UInt8]) {
    if style == shown { return }
    passed += "\u{1B}[\(style == .plain ? "0" : style.sequenceParameters)m".utf8
    shown = style
  }
}
