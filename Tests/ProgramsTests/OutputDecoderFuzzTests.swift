import Fuzzing
import Testing

@testable import Programs

/// Any output of a command is decoded to lines of text, which do not depend on how its bytes arrive.
@Suite(.timeLimit(.minutes(15))) struct OutputDecoderFuzzTests {
  @Test func `chunks do not matter`() {
    for seed in Seeds(1_500, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let output = chance.commandOutput(upTo: 3_000)
      let limit = chance.pick([1, 2, 3, 7, 80, 4_096])
      let dependsOnChunks = { (output: [UInt8]) in
        var cuts = SeededGenerator(seed: seed ^ 1)
        return lines(of: [output], limit: limit)
          != lines(of: cuts.chunks(of: output, upTo: 200), limit: limit)
      }
      if dependsOnChunks(output) {
        Issue.record("seed \(seed): \(Shrinking.shortest(of: output, fails: dependsOnChunks))")
        return
      }
    }
  }

  @Test func `lines hold no control characters`() {
    for seed in Seeds(1_500, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let output = chance.oneIn(2) ? chance.commandOutput(upTo: 3_000) : chance.bytes(upTo: 3_000)
      let limit = chance.pick([1, 2, 3, 7, 80, 4_096])
      let isUnclean = { (output: [UInt8]) in
        lines(of: [output], limit: limit).contains { line in
          line.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
      }
      if isUnclean(output) {
        Issue.record("seed \(seed): \(Shrinking.shortest(of: output, fails: isUnclean))")
        return
      }
    }
  }

  @Test func `no line is longer than the limit`() {
    for seed in Seeds(1_000, share: 0.05) {
      var chance = SeededGenerator(seed: seed)
      let output = chance.commandOutput(upTo: 10_000)
      let limit = chance.pick([1, 2, 3, 7, 80, 4_096])
      let printed = lines(of: [output], limit: limit).filter { !$0.isNote }
      let longest = printed.map(\.text.utf8.count).max() ?? 0
      #expect(longest <= limit, "seed \(seed)")
    }
  }

  @Test func `an end of line ends every sequence`() {
    for seed in Seeds(1_500, share: 0.05) {
      var chance = SeededGenerator(seed: seed)
      var decoder = OutputDecoder()
      _ = decoder.decode(chance.commandOutput(upTo: 500))
      // The output may have gone to the alternate screen, and the cursor up into the last screenful.
      _ = decoder.decode("\n\u{1B}[?1049l\u{1B}[99B\n".utf8)
      #expect(decoder.decode("whole\n".utf8).map(\.text) == ["whole"], "seed \(seed)")
    }
  }

  private func lines(of chunks: [[UInt8]], limit: Int) -> [OutputLine] {
    var decoder = OutputDecoder(lineByteLimit: limit)
    var lines = chunks.flatMap { decoder.decode($0) }
    if let last = decoder.finish() { lines.append(last) }
    return lines
  }
}
