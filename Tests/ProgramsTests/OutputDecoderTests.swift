import Fuzzing
import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct OutputDecoderTests {
  private func decode(_ bytes: some Collection<UInt8>, limit: Int = 4096) -> [OutputLine] {
    var decoder = OutputDecoder(lineByteLimit: limit)
    var lines = decoder.decode(bytes)
    if let last = decoder.finish() { lines.append(last) }
    return lines
  }

  private func texts(_ output: String) -> [String] { decode(output.utf8).map(\.text) }

  @Test func `a newline ends a line`() {
    #expect(texts("one\ntwo\n") == ["one", "two"])
  }

  @Test func `an empty line is a line`() {
    #expect(texts("\n\none\n\n") == ["", "", "one", ""])
  }

  @Test func `the end of the output ends the last line`() {
    #expect(texts("one\ntwo") == ["one", "two"])
  }

  @Test func `no output has no line`() {
    #expect(texts("") == [])
  }

  @Test func `a line that has not ended can be read, and is delivered once`() {
    var decoder = OutputDecoder()
    #expect(decoder.unfinished == nil)
    #expect(decoder.decode("Pass".utf8) == [])
    #expect(decoder.unfinished == OutputLine("Pass"))
    #expect(decoder.decode("word: ".utf8) == [])
    #expect(decoder.unfinished == OutputLine("Password: "))
    #expect(decoder.decode("\n".utf8) == [OutputLine("Password: ")])
    #expect(decoder.unfinished == nil)
  }

  @Test func `what is written over a delivered line replaces it while it is not finished`() {
    var decoder = OutputDecoder()
    #expect(decoder.decode("1 of 2\r".utf8) == [OutputLine("1 of 2")])
    #expect(decoder.unfinished == nil)
    #expect(decoder.decode("2".utf8) == [])
    #expect(decoder.unfinished == OutputLine("2 of 2", replaces: 1))
    #expect(decoder.finish() == OutputLine("2 of 2", replaces: 1))
    #expect(decoder.unfinished == nil)
  }

  @Test func `reading an unfinished line changes nothing`() {
    for text in ["a\nb\u{1B}[Ac\rd\u{1B}[Bf", "ab\u{8}\u{8}c\u{1B}[K", "\u{1B}7\u{1B}[9;1Hbar\u{1B}8x"] {
      var (read, other) = (OutputDecoder(), OutputDecoder())
      for byte in text.utf8 {
        let lines = read.decode([byte])
        _ = read.unfinished
        #expect(lines == other.decode([byte]))
      }
      #expect(read.finish() == other.finish())
    }
  }

  @Test func `a line is delivered without waiting for the next`() {
    var decoder = OutputDecoder()
    #expect(decoder.decode("on".utf8) == [])
    #expect(decoder.decode("e\ntw".utf8) == [OutputLine("one")])
    #expect(decoder.decode("o".utf8) == [])
    #expect(decoder.finish() == OutputLine("two"))
    #expect(decoder.finish() == nil)
  }

  @Test func `a line after a carriage return replaces the line before`() {
    #expect(
      decode("10%\r20%\r30%\ndone\n".utf8) == [
        OutputLine("10%"), OutputLine("20%", replaces: 1), OutputLine("30%", replaces: 1),
        OutputLine("done"),
      ])
  }

  @Test func `a leading carriage return replaces only a line that ended in one`() {
    #expect(
      decode("head\n\r1/2\r2/2\n".utf8) == [
        OutputLine("head"), OutputLine("1/2"), OutputLine("2/2", replaces: 1),
      ])
  }

  @Test func `a carriage return and a newline are one line end`() {
    #expect(decode("one\r\ntwo\r\n\r\nthree".utf8).map(\.replaces) == [0, 0, 0, 0])
    #expect(texts("one\r\ntwo\r\n\r\nthree") == ["one", "two", "", "three"])
    #expect(texts("one\r\r\ntwo") == ["one", "two"])
  }

  @Test func `tabs reach to the next stop`() {
    #expect(texts("a\tb\t\tc\n\tüber\tx") == ["a       b               c", "        über    x"])
  }

  @Test func `a backspace removes one character`() {
    #expect(texts("N\u{8}Na\u{8}am\u{8}me") == ["Name"])
    #expect(texts("ü\u{8}\u{8}\u{8}x") == ["x"])
  }

  @Test func `control characters are removed`() {
    let controls = String(String.UnicodeScalarView((0...0x9F).compactMap(UnicodeScalar.init)))
    let left = texts(controls).joined()
    #expect(!left.isEmpty && left.allSatisfy { $0 == " " || ("!"..."~").contains($0) })
    #expect(texts("a\u{0}b\u{7}c\u{7F}d\u{85}e\u{8D}f") == ["abcdef"])
  }

  @Test func `invalid UTF-8 is replaced`() {
    #expect(decode([0x61, 0xFF, 0x62, 0x0A]) == [OutputLine("a\u{FFFD}b")])
    #expect(
      decode([0xE2, 0x82, 0x0A, 0xC2, 0x0A, 0xC2]).map(\.text) == ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
    #expect(decode([0xC2, 0x41, 0xC2, 0xC2, 0xA7]).map(\.text) == ["\u{FFFD}A\u{FFFD}§"])
  }

  @Test(arguments: ["plain", "größe §° ¿", "日本語 🚦 👩‍👩‍👧", "§ÂÃ", "~ !"])
  func `text is untouched`(text: String) {
    #expect(texts(text) == [text])
  }

  @Test func `a long line is truncated and the next is complete`() {
    #expect(
      decode("1234567\n1234\n12345".utf8, limit: 4) == [
        OutputLine("1234", isTruncated: true), OutputLine("1234"), OutputLine("1234", isTruncated: true),
      ])
  }

  @Test func `truncation leaves no part of a character`() {
    #expect(decode("aüü\n".utf8, limit: 4) == [OutputLine("aü", isTruncated: true)])
    #expect(decode("🚦🚦\n".utf8, limit: 6) == [OutputLine("🚦", isTruncated: true)])
    #expect(decode("🚦\n".utf8, limit: 2) == [OutputLine("", isTruncated: true)])
  }

  @Test func `a line of invalid bytes keeps no more than its limit`() {
    let invalid = [UInt8](repeating: 0xFF, count: 8) + [0x0A]
    let cut = OutputLine("\u{FFFD}\u{FFFD}", isTruncated: true)
    #expect(decode(invalid, limit: 8) == [cut])
    // As part of a longer line, and of a line that arrives in pieces.
    #expect(decode([0x09] + invalid, limit: 16).map(\.text.utf8.count) == [14])
    var decoder = OutputDecoder(lineByteLimit: 8)
    #expect(decoder.decode(invalid.prefix(3)) == [])
    #expect(decoder.decode(invalid.dropFirst(3)) == [cut])
    // The rest of a character is not a character.
    #expect(
      decode([0xFF, 0xFF] + Array("üx\n".utf8), limit: 7) == [
        OutputLine("\u{FFFD}\u{FFFD}", isTruncated: true)
      ])
  }

  @Test func `a line without end takes bounded memory`() {
    var decoder = OutputDecoder(lineByteLimit: 100)
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    for _ in 0..<1000 { #expect(decoder.decode(chunk) == []) }
    #expect(decoder.finish() == OutputLine(String(repeating: "x", count: 100), isTruncated: true))
  }

  @Test(arguments: 0..<UInt64(200))
  func `the result does not depend on the chunks`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      Array("text".utf8), [0x0A], [0x0D], [0x0D, 0x0A], [0x09], [0x08], [0xC2], [0xC2, 0x9B], [0x1B],
      Array("\u{1B}[31;1m".utf8), Array("\u{1B}]0;title\u{7}".utf8), Array("\u{1B}Pq#1\u{1B}\\".utf8),
      Array("ü🚦§".utf8), [0xF0, 0x9F], [0xFF], [0x00], [0x1B, 0x5B], [0x9C], [0x18],
    ]
    let output = (0..<100).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    let expected = decode(output, limit: 20)

    var decoder = OutputDecoder(lineByteLimit: 20)
    var lines: [OutputLine] = []
    var rest = output[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Int.random(in: 1...7, using: &random))
      lines += decoder.decode(chunk)
      rest = rest.dropFirst(chunk.count)
    }
    if let last = decoder.finish() { lines.append(last) }

    #expect(lines == expected)
  }

  @Test func `removed bytes do not join the halves of a control character`() {
    #expect(decode([0xC2, 0x07, 0x9B, 0x33, 0x31, 0x6D]).map(\.text) == ["\u{FFFD}\u{FFFD}31m"])
  }

  @Test(arguments: 0..<UInt64(200))
  func `no input leaves a control character`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let output = (0..<500).map { _ in
      // Half of the bytes are those that begin sequences.
      Bool.random(using: &random)
        ? UInt8.random(in: 0...255, using: &random)
        : [0x1B, 0x5B, 0x5D, 0xC2, 0x9B, 0x50, 0x0D, 0x07].randomElement(using: &random) ?? 0
    }
    for line in decode(output) {
      #expect(!line.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
