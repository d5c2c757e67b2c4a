import Boundary
import Fuzzing
import Programs
import TestSupport
import Testing

@testable import Jobs

/// A ring of what a decoder delivers, whatever a command prints.
@Suite(.timeLimit(.minutes(15))) struct OutputRingDecodingTests {
  @Test func `whatever is printed, the ring keeps its limits and its numbers`() {
    for seed in Seeds(300, share: 0.05) {
      var chance = SeededGenerator(seed: seed)
      var ring = OutputRing(lineLimit: 1 + chance.below(20), byteLimit: chance.below(400))
      var last = 0
      for line in OutputDecoder.lines(of: chance.commandOutput(upTo: 3_000)) where line.kind != .status {
        ring.append(line)
        #expect(ring.endIndex >= last && ring.endIndex - last <= 1, "seed \(seed)")
        if line.replaces == 0 { #expect(ring.last == line, "seed \(seed)") }
        #expect(ring.count <= 20, "seed \(seed)")
        #expect(ring.count == 1 || ring.reduce(0) { $0 + $1.text.utf8.count } <= 400, "seed \(seed)")
        last = ring.endIndex
      }
    }
  }

  /// Lines are left out if the bytes between have no escape sequence; the others are decoded. Neither changes
  /// the lines of a ring.
  @Test(.slow, arguments: 0..<16)
  func `a ring is the same as if everything had been decoded`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet: [UInt8] =
      Array("\n\n\n\n\r\r\t\u{8}ab ü".utf8) + [0x5B, 0x5D, 0x07, 0xC2, 0x9B, 0xFF, 0x6D, 0x41]
      + (seed < 8 ? [] : [0x1B])
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
    #expect(skips == (seed < 8 ? 2 : 0))
  }
}

extension OutputDecoder {
  /// All lines of an output, with a limit of 80 bytes each.
  fileprivate static func lines(of output: [UInt8]) -> [OutputLine] {
    var decoder = OutputDecoder(lineByteLimit: 80)
    var lines = decoder.decode(output)
    if let last = decoder.finish() { lines.append(last) }
    return lines
  }
}
