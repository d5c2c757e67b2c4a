import Fuzzing
import TestSupport
import Testing

@testable import Inputs

@Suite(.timeLimit(.minutes(15))) struct KeptInputsTests {
  private func kept(_ names: [String]) throws -> KeptInputs {
    let paths = PathTable(names.map { Array($0.utf8) })
    let table = InputTable(
      paths: paths,
      entries: (0..<paths.count).map {
        .init(stamp: FileStamp(), digest: ContentDigest(of: paths[$0]), content: .settled)
      })
    return KeptInputs(
      key: "k-1", selection: InputSelection([try InputPattern("src/**")]).digest,
      sources: ["a": .run(300), "b": .content(ContentDigest(of: [1])), "c": .nothing], table: table)
  }

  @Test func `what is kept is what was written`() throws {
    let kept = try kept(["src/a", "src/a/b", "src/b", "src/long/name.swift", "src/long/names.swift", "ü\n"])
    let read = try #require(KeptInputs(kept.bytes))
    #expect((read.key, read.selection, read.sources) == (kept.key, kept.selection, kept.sources))
    #expect(read.table.digest == kept.table.digest)
    #expect(read.table.difference(from: kept.table) == nil)
    try expectEqual(KeptInputs(self.kept([]).bytes)?.table.count, 0)
  }

  @Test func `what was read is not read again by the next process, unless its stamp is another one`() throws {
    let scratch = try Scratch()
    for name in ["a", "b", "c", "d"] { try scratch.write(name, to: name) }
    var look = InputLook(InputSelection([try InputPattern("**")]), in: scratch.path)
    // All files are old enough.
    look.margin = -3_600_000_000_000
    let table = try #require(look.perform())
    // Digests that the files do not have show what is read.
    let wrong = ContentDigest(of: [1])
    var entries = table.entries
    for index in entries.indices { entries[index].digest = wrong }
    entries[1].content = .young
    let kept = KeptInputs(
      key: "k", selection: ContentDigest(of: []), sources: [:],
      table: InputTable(paths: table.paths, entries: entries))
    let read = try #require(KeptInputs(kept.bytes)).table
    #expect(read.entries.map(\.content) == [.settled, .young, .settled, .settled])
    #expect([0, 2, 3].map { read.entries[$0].stamp } == [0, 2, 3].map { table.entries[$0].stamp })
    try scratch.write("other", to: "c")
    look.know(read)
    let next = try #require(look.perform())
    #expect(next.entries.map { $0.digest == wrong } == [true, false, false, true])
  }

  @Test func `a file that is damaged, cut or foreign says nothing`() throws {
    let bytes = try kept(["src/a", "src/b"]).bytes
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(KeptInputs(damaged) == nil, "byte \(index) is another one")
      #expect(KeptInputs(Array(bytes[..<index])) == nil, "only \(index) bytes")
    }
    #expect(KeptInputs(bytes + [0]) == nil)
    for seed in Seeds(200) {
      var random = SeededGenerator(seed: seed)
      let noise = (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
      #expect(KeptInputs(noise) == nil)
      // With the right digest at the end, only the parts can be wrong: nothing crashes.
      let signed = Array("signalbox inputs 2\n".utf8) + noise
      let digest = ContentDigest(of: signed)
      let end = [digest.high, digest.low].flatMap { half in
        (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) }
      }
      _ = KeptInputs(signed + end)
    }
  }

  @Test func `a selection is identified by what the board says`() throws {
    let one = InputSelection([try InputPattern("src/**")])
    try expectEqual(one.digest, InputSelection([InputPattern("src/**")], never: [[1]]).digest)
    #expect(one.digest != InputSelection([try InputPattern("src/**")], includesIgnored: true).digest)
    #expect(one.digest != InputSelection([try InputPattern("src/*")]).digest)
  }
}
