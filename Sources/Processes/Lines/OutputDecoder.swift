/// Decodes the bytes that a command prints into lines.
///
/// The result does not depend on how the bytes are split into chunks. A newline ends a line. A carriage
/// return ends a line too, and the next line overwrites it, except in `\r\n`. Invalid UTF-8 is replaced with
/// U+FFFD. Escape sequences and control characters are removed, a backspace removes the character before it,
/// and tabs become spaces. The line limit bounds memory, also for output without line ends.
package struct OutputDecoder: Sendable {
  private let lineByteLimit: Int
  private let tabWidth: Int
  private var filter = EscapeFilter()
  private var line: [UInt8] = []
  private var column = 0
  private var isTruncated = false
  private var followsCarriageReturn = false
  private var skippedCount: UInt32 = 0

  /// - Parameters:
  ///   - lineByteLimit: The most bytes of UTF-8 that a line keeps after replacement; the rest of the line is
  ///     dropped.
  ///   - tabWidth: The distance of tab stops, in columns. Every character counts as one column.
  package init(lineByteLimit: Int = 4096, tabWidth: Int = 8) {
    self.lineByteLimit = max(1, lineByteLimit)
    self.tabWidth = max(1, tabWidth)
  }

  /// Decodes a chunk, and delivers each line that it completes, or the last ones if they are enough.
  ///
  /// Lines that are left out are counted and not decoded: a newline ends exactly one line whatever is before
  /// it, and the next line does not depend on it.
  /// - Parameter enough: The least number of lines to deliver, if there are as many; nil for all.
  package mutating func decode(
    _ chunk: UnsafeRawBufferPointer, enough: Int? = nil, _ onLine: (OutputLine) -> Void
  ) {
    guard let enough, let tail = LineTail(of: chunk, lineCount: enough) else {
      return decodeAll(chunk, onLine)
    }
    decodeAll(UnsafeRawBufferPointer(rebasing: chunk[..<tail.firstLineEnd]), onLine)
    skippedCount += UInt32(clamping: tail.skippedCount)
    decodeAll(UnsafeRawBufferPointer(rebasing: chunk[tail.start...]), onLine)
  }

  private mutating func decodeAll(_ chunk: UnsafeRawBufferPointer, _ onLine: (OutputLine) -> Void) {
    var index = chunk.startIndex
    while index < chunk.endIndex {
      // The rest of a truncated line has no effect, and its end ends every sequence.
      if isTruncated, !isLineEnd(chunk[index]) {
        guard let end = chunk[index...].firstIndex(where: isLineEnd) else { return }
        index = end
      }
      if filter.isGround {
        let end = EscapeFilter.endOfPlain(in: chunk, from: index)
        if isPlainLine(chunk, index, end) {
          onLine(makeLine(String(decoding: chunk[index..<end], as: UTF8.self)))
          followsCarriageReturn = false
          index = end + 1
          continue
        }
        append(chunk[index..<end])
        index = end
        if index == chunk.endIndex { return }
      }
      let byte = chunk[index]
      index += 1
      let meaning = filter.meaning(of: byte)
      switch meaning.held {
      case .nothing: break
      case .character: append(CollectionOfOne(0xC2))
      case .invalid: append("\u{FFFD}".utf8)
      }
      if meaning.isText { layOut(byte, onLine) }
    }
  }

  /// Decodes a chunk, and returns the lines that it completes.
  package mutating func decode(_ chunk: some Sequence<UInt8>) -> [OutputLine] {
    var lines: [OutputLine] = []
    Array(chunk).withUnsafeBytes { decode($0) { lines.append($0) } }
    return lines
  }

  /// Ends the output: returns the last line if it has no line end, and resets the decoder.
  package mutating func finish() -> OutputLine? {
    if filter.holdsC2 { append("\u{FFFD}".utf8) }
    let last = line.isEmpty && !isTruncated ? nil : takeLine()
    self = OutputDecoder(lineByteLimit: lineByteLimit, tabWidth: tabWidth)
    return last
  }

  /// Whether these bytes are a complete line without anything to convert, as most lines are.
  private func isPlainLine(_ chunk: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    line.isEmpty && start < end && end - start <= lineByteLimit && end < chunk.endIndex
      && chunk[end] == UInt8(ascii: "\n")
  }

  private mutating func layOut(_ byte: UInt8, _ onLine: (OutputLine) -> Void) {
    switch byte {
    case UInt8(ascii: "\n"):
      // The carriage return of "\r\n" has already delivered the line.
      if !(line.isEmpty && followsCarriageReturn) { onLine(takeLine()) }
      followsCarriageReturn = false
    case UInt8(ascii: "\r"):
      if line.isEmpty { return }
      onLine(takeLine())
      followsCarriageReturn = true
    case UInt8(ascii: "\t"):
      append(repeatElement(UInt8(ascii: " "), count: tabWidth - column % tabWidth))
    case UInt8(ascii: "\u{8}"):
      eraseLastScalar()
    default:
      append(CollectionOfOne(byte))
    }
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    let room = lineByteLimit - line.count
    guard bytes.count <= room else {
      line.append(contentsOf: bytes.prefix(room))
      isTruncated = true
      return
    }
    line.append(contentsOf: bytes)
    for byte in bytes where !isContinuation(byte) { column += 1 }
  }

  private mutating func eraseLastScalar() {
    if isTruncated { return }
    while let last = line.popLast(), isContinuation(last) {}
    column = max(0, column - 1)
  }

  private mutating func takeLine() -> OutputLine {
    if isTruncated { dropIncompleteScalar() }
    let taken = makeLine(String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
    column = 0
    isTruncated = false
    return taken
  }

  private mutating func makeLine(_ text: String) -> OutputLine {
    var line = OutputLine(text, overwrites: followsCarriageReturn, isTruncated: isTruncated)
    line.skippedBefore = skippedCount
    skippedCount = 0
    // U+FFFD has three bytes, and may stand for a single one.
    if text.utf8.count > lineByteLimit {
      line.text = text.prefix(utf8Count: lineByteLimit)
      line.isTruncated = true
    }
    return line
  }

  /// The cut may have gone through the middle of a character.
  private mutating func dropIncompleteScalar() {
    guard let start = line.lastIndex(where: { !isContinuation($0) }) else { return }
    let length =
      switch line[start] {
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    if line.count - start < length { line.removeSubrange(start...) }
  }
}

extension String {
  /// The longest prefix of complete scalars with at most `limit` bytes. It is a copy, so that the rest is not
  /// kept.
  fileprivate func prefix(utf8Count limit: Int) -> String {
    var end = limit
    while end > 0, isContinuation(utf8[utf8.index(startIndex, offsetBy: end)]) { end -= 1 }
    return String(decoding: utf8.prefix(end), as: UTF8.self)
  }
}

private func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
