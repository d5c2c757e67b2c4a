package import TerminalUI

/// Decodes the bytes that a command prints into lines, as a terminal shows them.
///
/// The result does not depend on how the bytes are split into chunks. A line is delivered at its newline,
/// and when the cursor returns to its start or leaves it. If it is changed later, within the last screenful,
/// it is delivered again: `OutputLine.replaces` says which line it replaces. Colours, attributes and links
/// are beside the text. Sequences that do not move the cursor in the last screenful, erase in it or set
/// styles or links are removed, such as titles, modes and the clipboard. What is written at an absolute
/// position after the cursor was saved is a status and not a line, until the cursor is restored or the line
/// ends.
///
/// A bare newline begins the next line. Invalid UTF-8 is replaced with U+FFFD. The line limit bounds memory,
/// also for output without line ends.
package struct OutputDecoder: Sendable {
  /// What is said of a program that draws on the whole screen.
  package static let wholeScreenRemark = "draws on the whole screen, which is not shown here"
  /// The same, if people can enter the program.
  package static let enterRemark = "draws on the whole screen: its key or Enter shows it"

  /// The size of a screen without right edge, for output that goes into a pipe: a row is a line.
  package static let pipeSize = Size(width: .max, height: 24)

  private let lineByteLimit: Int
  private let tabWidth: Int
  private let canBeEntered: Bool
  private var parser = EscapeParser()
  private var screen: Screen
  private var skippedCount: UInt32 = 0
  /// Whether the program draws on the alternate screen, which has no lines.
  private var isOnWholeScreen = false
  private var hasRemarkedWholeScreen = false
  /// Whether the cursor was saved and not restored.
  private var hasSavedPosition = false
  /// The text at an absolute position; nil while text belongs to lines.
  private var status: [UInt8]?

  /// - Parameters:
  ///   - lineByteLimit: The most bytes of UTF-8 that a line keeps after replacement; the rest of the line is
  ///     dropped.
  ///   - tabWidth: The distance of tab stops, in columns.
  ///   - canBeEntered: Whether people can enter the program.
  ///   - size: The size of the terminal that the command has, at most `OutputLine.changeableCount` rows.
  package init(
    lineByteLimit: Int = 4096, tabWidth: Int = 8, canBeEntered: Bool = false,
    size: Size = Size(width: 80, height: 24)
  ) {
    self.lineByteLimit = max(1, lineByteLimit)
    self.tabWidth = max(1, tabWidth)
    self.canBeEntered = canBeEntered
    screen = Screen(size: size, byteLimit: self.lineByteLimit)
  }

  /// The terminal has another size from now on.
  package mutating func resize(to size: Size) { screen.resize(to: size) }

  /// The row and the column of the cursor, from 0; the first cell while the program draws on the whole
  /// screen.
  package var cursor: (row: Int, column: Int) { isOnWholeScreen ? (0, 0) : screen.cursor }

  /// Decodes a chunk, and delivers each line that it completes, or the last ones if they are enough.
  ///
  /// Lines that are left out are counted and not decoded: without escape sequences between them, a newline
  /// ends exactly one line whatever is before it, and the next line does not depend on it.
  /// - Parameter enough: The least number of lines to deliver, if there are as many; nil for all.
  package mutating func decode(
    _ chunk: UnsafeRawBufferPointer, enough: Int? = nil, _ onLine: (OutputLine) -> Void
  ) {
    guard let enough, let tail = LineTail(of: chunk, lineCount: max(enough, screen.size.height)) else {
      return decodeAll(chunk, onLine)
    }
    decodeAll(UnsafeRawBufferPointer(rebasing: chunk[..<tail.firstLineEnd]), onLine)
    guard screen.isAtFreshLine, !isOnWholeScreen else {
      return decodeAll(UnsafeRawBufferPointer(rebasing: chunk[tail.firstLineEnd...]), onLine)
    }
    skippedCount += UInt32(clamping: tail.skippedCount)
    screen.forget()
    decodeAll(UnsafeRawBufferPointer(rebasing: chunk[tail.start...]), onLine)
  }

  /// Decodes a chunk, and returns the lines that it completes.
  package mutating func decode(_ chunk: some Sequence<UInt8>) -> [OutputLine] {
    var lines: [OutputLine] = []
    Array(chunk).withUnsafeBytes { decode($0) { lines.append($0) } }
    return lines
  }

  /// The line under the cursor as far as it is written, such as a question or the dots of a test runner; nil
  /// if everything was delivered. It is delivered as usual later.
  package var unfinished: OutputLine? {
    guard !isOnWholeScreen, status == nil, screen.hasNews else { return nil }
    var screen = screen
    var line: OutputLine?
    screen.deliverLine { line = $0 }
    return line
  }

  /// Ends the output: returns the last line if it has something that was not delivered, and resets the
  /// decoder.
  package mutating func finish() -> OutputLine? {
    if parser.holdsC2 { write("\u{FFFD}".utf8) }
    var last: OutputLine?
    if screen.hasNews { screen.deliverLine { last = $0 } }
    if let line = last { last = numbered(line) }
    self = OutputDecoder(lineByteLimit: lineByteLimit, tabWidth: tabWidth, size: screen.size)
    return last
  }

  private mutating func decodeAll(_ chunk: UnsafeRawBufferPointer, _ onLine: (OutputLine) -> Void) {
    var index = chunk.startIndex
    while index < chunk.endIndex {
      if parser.isGround {
        if screen.isAtFreshLine, screen.pen == .plain, !isOnWholeScreen, status == nil {
          index = decodePlainLines(of: chunk, from: index, onLine)
        }
        let end = EscapeParser.endOfPlain(in: chunk, from: index)
        write(chunk[index..<end])
        index = end
        if index == chunk.endIndex { return }
      }
      let byte = chunk[index]
      index += 1
      let meaning = parser.meaning(of: byte)
      switch meaning.held {
      case .nothing: break
      case .character: write(CollectionOfOne(0xC2))
      case .invalid: write("\u{FFFD}".utf8)
      }
      perform(meaning.kind, byte, onLine)
    }
  }

  /// Decodes complete lines without anything to convert, as most lines are, and returns the end of the last.
  private mutating func decodePlainLines(
    of chunk: UnsafeRawBufferPointer, from start: Int, _ onLine: (OutputLine) -> Void
  ) -> Int {
    var index = start
    while true {
      let end = EscapeParser.endOfPlain(in: chunk, from: index)
      guard index < end, end < chunk.endIndex, end - index <= lineByteLimit,
        chunk[end] == UInt8(ascii: "\n")
      else { break }
      screen.recent.begin(at: index)
      var line = OutputLine(String(decoding: chunk[index..<end], as: UTF8.self))
      if line.text.utf8.count > lineByteLimit { line.truncate(to: lineByteLimit) }
      onLine(numbered(line))
      index = end + 1
    }
    screen.recent.keep(chunk, to: index)
    return index
  }

  private mutating func write(_ bytes: some Collection<UInt8>) {
    if isOnWholeScreen { return }
    guard let count = status?.count else { return screen.write(bytes) }
    status?.append(contentsOf: bytes.prefix(lineByteLimit - count))
  }

  private mutating func numbered(_ line: OutputLine) -> OutputLine {
    if skippedCount == 0 { return line }
    var line = line
    line.skippedBefore = skippedCount
    skippedCount = 0
    return line
  }

  // MARK: Control characters and sequences

  private mutating func perform(
    _ kind: EscapeParser.Meaning.Kind, _ byte: UInt8, _ onLine: (OutputLine) -> Void
  ) {
    var skipped = skippedCount
    func deliver(_ line: OutputLine) {
      var line = line
      if skipped > 0 { line.skippedBefore = skipped }
      skipped = 0
      onLine(line)
    }
    defer { skippedCount = skipped }
    switch kind {
    case .nothing: break
    case .text: layOut(byte, deliver)
    case .escape: performEscape(byte, deliver)
    case .controlSequence: performControl(parser.sequence, deliver)
    case .command: if let link = screen.links.number(of: parser.command) { screen.pen.link = link }
    }
  }

  private mutating func layOut(_ byte: UInt8, _ deliver: Screen.Delivery) {
    if isOnWholeScreen { return }
    if status != nil, byte == UInt8(ascii: "\n") { restorePosition(deliver) }
    guard status == nil else { return write(byte < 0x20 ? CollectionOfOne(0x20) : CollectionOfOne(byte)) }
    switch byte {
    case UInt8(ascii: "\n"): screen.newLine(deliver)
    case UInt8(ascii: "\r"): screen.carriageReturn(deliver)
    case UInt8(ascii: "\t"): screen.tab(tabWidth)
    case UInt8(ascii: "\u{8}"): screen.backspace()
    default: screen.write(CollectionOfOne(byte))
    }
  }

  private mutating func performEscape(_ byte: UInt8, _ deliver: Screen.Delivery) {
    if byte == UInt8(ascii: "c") { return reset(deliver) }
    if isOnWholeScreen { return }
    switch byte {
    case UInt8(ascii: "7"): savePosition()
    case UInt8(ascii: "8"): restorePosition(deliver)
    case _ where status != nil: break
    case UInt8(ascii: "D"): screen.moveRows(1, deliver)
    case UInt8(ascii: "E"): screen.newLine(deliver)
    case UInt8(ascii: "M"): screen.moveRows(-1, deliver)
    default: break
    }
  }

  /// Begins a new screen, as a terminal that is switched off and on.
  private mutating func reset(_ deliver: Screen.Delivery) {
    (isOnWholeScreen, hasSavedPosition, status) = (false, false, nil)
    screen.clear(deliver)
    screen.saved = nil
    screen.pen = .plain
  }

  private mutating func performControl(_ sequence: ControlSequence, _ deliver: Screen.Delivery) {
    if sequence.marker == UInt8(ascii: "?") { return performMode(sequence, deliver) }
    guard sequence.marker == 0, !isOnWholeScreen else { return }
    let count = sequence.count()
    switch sequence.final {
    case UInt8(ascii: "s"): savePosition()
    case UInt8(ascii: "u"): restorePosition(deliver)
    case UInt8(ascii: "H"), UInt8(ascii: "f"), UInt8(ascii: "d"):
      let column = sequence.final == UInt8(ascii: "d") ? nil : sequence.count(1) - 1
      moveToRow(count - 1, column: column, deliver)
    case UInt8(ascii: "m"): screen.pen.style.apply(sequence)
    case _ where status != nil: break
    case UInt8(ascii: "A"): screen.moveRows(-count, deliver)
    case UInt8(ascii: "B"), UInt8(ascii: "e"): screen.moveRows(count, deliver)
    case UInt8(ascii: "C"), UInt8(ascii: "a"): screen.moveColumns(count, deliver)
    case UInt8(ascii: "D"): screen.moveColumns(-count, deliver)
    case UInt8(ascii: "E"): screen.moveRows(count, toColumn: 0, deliver)
    case UInt8(ascii: "F"): screen.moveRows(-count, toColumn: 0, deliver)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): screen.moveToColumn(count - 1, deliver)
    case UInt8(ascii: "J"): eraseInScreen(sequence.parameters[0], deliver)
    case UInt8(ascii: "K"): eraseInRow(sequence.parameters[0])
    case UInt8(ascii: "L"): screen.shiftLines(by: count, deliver)
    case UInt8(ascii: "M"): screen.shiftLines(by: -count, deliver)
    case UInt8(ascii: "@"): screen.shiftRow(by: count)
    case UInt8(ascii: "P"): screen.shiftRow(by: -count)
    case UInt8(ascii: "X"): screen.erase(count: count)
    default: break
    }
  }

  private mutating func eraseInScreen(_ part: UInt16, _ deliver: Screen.Delivery) {
    switch part {
    case 0: screen.eraseBelow(deliver)
    case 2: screen.clear(deliver)
    default: break
    }
  }

  private mutating func eraseInRow(_ part: UInt16) {
    switch part {
    case 0: screen.eraseInRow()
    case 1: screen.eraseStartOfRow()
    case 2: screen.eraseInRow(from: 0)
    default: break
    }
  }

  private mutating func performMode(_ sequence: ControlSequence, _ deliver: Screen.Delivery) {
    guard sequence.parameters.contains(where: { [47, 1047, 1049].contains($0) }) else { return }
    switch sequence.final {
    case UInt8(ascii: "h"):
      isOnWholeScreen = true
      if !hasRemarkedWholeScreen { deliver(.note(canBeEntered ? Self.enterRemark : Self.wholeScreenRemark)) }
      hasRemarkedWholeScreen = true
    case UInt8(ascii: "l"): isOnWholeScreen = false
    default: break
    }
  }

  // MARK: Saved positions

  private mutating func savePosition() {
    guard status == nil else { return }
    hasSavedPosition = true
    screen.savePosition()
  }

  private mutating func restorePosition(_ deliver: Screen.Delivery) {
    if let status {
      self.status = nil
      let text = ScreenLine.text(ofStatus: status, byteLimit: lineByteLimit)
      if !text.isEmpty { deliver(OutputLine(text, kind: .status)) }
    }
    hasSavedPosition = false
    screen.restorePosition(deliver)
  }

  /// What follows is a status, if the position before is saved.
  private mutating func moveToRow(_ row: Int, column: Int?, _ deliver: Screen.Delivery) {
    guard hasSavedPosition else { return screen.moveToRow(row, column: column, deliver) }
    if status?.isEmpty == false { write(CollectionOfOne(UInt8(ascii: " "))) } else { status = [] }
  }
}

extension OutputLine {
  /// Cuts the text to a limit of bytes, without a part of a character. It is a copy, so that the rest is not
  /// kept.
  fileprivate mutating func truncate(to limit: Int) {
    var content = StyledText(text, [])
    content.truncate(to: limit)
    text = String(decoding: content.bytes, as: UTF8.self)
    isTruncated = true
  }
}
