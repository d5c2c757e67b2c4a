import Fuzzing
import TerminalUI
import Testing

@testable import Curses

/// Whatever a terminal sends, the decoder reads it, finds its way back, and makes only events of it that mean
/// something.
@Suite(.timeLimit(.minutes(15))) struct KeyDecoderFuzzTests {
  @Test func `the boundaries of reads do not matter`() {
    for seed in Seeds(2_000, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let units = randomUnits(&chance)
      if isTornDifferently(units, seed) {
        let shortest = Shrinking.shortest(of: units) { isTornDifferently($0, seed) }
        Issue.record("seed \(seed): torn, other events come of \(shortest)")
        return
      }
    }
  }

  @Test func `input gives the same events at once and byte by byte`() {
    for seed in Seeds(2_000, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      // Wholes, between which a terminal may pause. A mark would join the letter before it.
      let pieces = (0..<chance.below(20)).map { _ in randomWhole(&chance) }
      var together = KeyDecoder()
      var inTurn = KeyDecoder()
      let expected = together.decode(pieces.joined().map(InputUnit.byte))
      let events = pieces.flatMap { inTurn.decode($0.map(InputUnit.byte)) }
      if events != expected {
        Issue.record("seed \(seed): \(pieces.map { String(decoding: $0, as: UTF8.self) })")
        return
      }
    }
  }

  @Test func `after any input a key is recognized again`() {
    for seed in Seeds(2_000, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let drains = (0..<chance.below(6)).map { _ in randomUnits(&chance) }
      let swallowsKey = { (drains: [[InputUnit]]) in
        var decoder = KeyDecoder()
        for drain in drains { _ = decoder.decode(drain) }
        // Ends a sequence, then a paste.
        _ = decoder.decode([.byte(0x1B)])
        _ = decoder.decode(Array("\u{1B}[201~".utf8).map(InputUnit.byte))
        return decoder.decode([.byte(UInt8(ascii: "k"))]) != [.key(.character("k"))]
      }
      if swallowsKey(drains) {
        Issue.record("seed \(seed): \(Shrinking.shortest(of: drains, fails: swallowsKey))")
        return
      }
    }
  }

  @Test func `no event holds a control character`() {
    for seed in Seeds(2_000, share: 0.1) {
      var chance = SeededGenerator(seed: seed)
      let units = randomUnits(&chance)
      var decoder = KeyDecoder()
      let events = decoder.decode(units)
      #expect(events.count <= units.count + 1, "seed \(seed)")
      for event in events {
        switch event {
        case .key(.character(let character)): #expect(character.isTyped, "seed \(seed)")
        case .paste(let text):
          // It may be empty.
          #expect(text.allSatisfy { $0 == "\n" || $0 == "\t" || $0.isTyped }, "seed \(seed)")
          #expect(text.utf8.count <= 3 * PasteBuffer.limit, "seed \(seed)")
        case .mouse(let mouse): #expect(mouse.position.x >= 0 && mouse.position.y >= 0, "seed \(seed)")
        case .key: break
        }
      }
    }
  }

  private func isTornDifferently(_ units: [InputUnit], _ seed: UInt64) -> Bool {
    var chance = SeededGenerator(seed: seed ^ 1)
    var whole = KeyDecoder()
    var torn = KeyDecoder()
    var events: [InputEvent] = []
    var rest = units[...]
    while !rest.isEmpty {
      let part = rest.prefix(1 + chance.magnitude(upTo: 40))
      rest = rest.dropFirst(part.count)
      events += torn.decode(Array(part), isWholeDrain: false)
    }
    events += torn.decode([])
    return events != whole.decode(units)
  }

  private func randomUnits(_ chance: inout SeededGenerator) -> [InputUnit] {
    var units: [InputUnit] = []
    for _ in 0..<chance.below(12) {
      switch chance.below(10) {
      case 0: units.append(.key(chance.pick([.up, .down, .pageUp, .backspace, .function(3), .enter])))
      case 1: units.append(.other)
      default: units += chance.terminalInput(pasteLimit: 500).bytes.map(InputUnit.byte)
      }
    }
    return units
  }

  private func randomWhole(_ chance: inout SeededGenerator) -> [UInt8] {
    switch chance.below(6) {
    case 0:
      return Array("\u{1B}[\(chance.below(100));\(chance.below(9))\(chance.pick(["A", "q", "~", "R"]))".utf8)
    case 1: return Array("\u{1B}[<\(chance.below(70));\(chance.below(300));\(chance.below(99))M".utf8)
    case 2: return Array("\u{1B}[200~\(chance.text(upTo: 40))\u{1B}[201~".utf8)
    case 3: return Array("\u{1B}]0;\(chance.text(upTo: 9))\u{07}".utf8)
    case 4: return [UInt8(chance.pick([1, 8, 9, 10, 13, 0x1F, 0x7F]))]
    default: return Array(chance.pick(["a", "q", "ß", "日", "😀", " "]).utf8)
    }
  }
}
