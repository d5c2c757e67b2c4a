import Fuzzing
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(5))) struct LineTailTests {
  private func find(in text: String, lineCount: Int) -> LineTail? {
    Array(text.utf8).withUnsafeBytes { LineTail(of: $0, lineCount: lineCount) }
  }

  private func lines(_ count: Int, _ text: String = "x") -> String {
    String(repeating: text + "\n", count: count)
  }

  @Test func aSmallChunkIsReadWhole() {
    #expect(find(in: lines(1_000), lineCount: 10) == nil)
  }

  @Test func aChunkOfFewLinesIsReadWhole() {
    let text = lines(30, String(repeating: "x", count: 2_000))
    #expect(find(in: text, lineCount: 20) == nil)
    #expect(find(in: String(repeating: "x", count: 100_000), lineCount: 1) == nil)
    #expect(find(in: String(repeating: "x", count: 100_000) + "\n", lineCount: 1) == nil)
  }

  @Test func theLastLinesBeginBehindANewline() throws {
    let tail = try #require(find(in: "first\n" + lines(50_000) + "a\nbc\nd", lineCount: 2))
    #expect(tail.firstLineEnd == 6)
    #expect(tail.start == 6 + 100_000)
    #expect(tail.skippedCount == 50_000)
  }

  @Test(arguments: [1, 2, 7, 8, 9, 255, 256, 2_000, 4_095, 4_096, 4_097])
  func linesOfOneByteAreCountedExactly(lineCount: Int) throws {
    let tail = try #require(find(in: String(repeating: "\n", count: 40_000), lineCount: lineCount))
    #expect(tail.firstLineEnd == 1)
    #expect(tail.start == 40_000 - lineCount)
    #expect(tail.skippedCount == 40_000 - lineCount - 1)
  }

  /// Carriage returns, escape sequences, broken characters and anything else do not change what a ring shows.
  @Test(arguments: 0..<8)
  func aRingIsTheSameAsIfEverythingHadBeenRead(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet: [UInt8] =
      Array("\n\n\n\n\r\r\t\u{8}ab ü".utf8) + [0x1B, 0x5B, 0x5D, 0x07, 0xC2, 0x9B, 0xFF, 0x6D]
    let limit = Int.random(in: 1...400, using: &random)
    var whole = (decoder: OutputDecoder(lineByteLimit: 40), ring: OutputRing(lineLimit: limit))
    var quick = whole
    var skips = 0
    for _ in 0..<2 {
      let size = Int.random(in: 33_000...40_000, using: &random)
      let chunk = (0..<size).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      chunk.withUnsafeBytes { bytes in
        whole.decoder.decode(bytes) { whole.ring.append($0) }
        quick.decoder.decode(bytes, enough: limit) { line in
          if line.skippedBefore > 0 { skips += 1 }
          quick.ring.append(line)
        }
      }
      #expect(quick.ring == whole.ring)
    }
    #expect(quick.decoder.finish() == whole.decoder.finish())
    #expect(skips == 2)
  }
}
