import Board
import Boundary
import Programs
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct LogIndexTests {
  private func ring(_ texts: [String], limit: Int = 100) -> OutputRing {
    var ring = OutputRing(lineLimit: limit)
    for text in texts { ring.append(OutputLine(text)) }
    return ring
  }

  private func index(_ text: String, within filter: String? = nil) throws -> Dashboard.LogIndex {
    Dashboard.LogIndex(
      try #require(SearchPattern(text)), within: filter.flatMap(SearchPattern.init))
  }

  @Test func `the index has the numbers of the matching lines`() throws {
    var index = try index("a")
    index.update(from: ring(["a", "b", "ca"]))
    #expect(index.numbers == [0, 2])
  }

  @Test func `lines must also match the filter`() throws {
    var index = try index("a", within: "b")
    index.update(from: ring(["a", "ab", "b", "ba"]))
    #expect(index.numbers == [1, 3])
  }

  @Test func `a last line that was overwritten is examined again`() throws {
    var ring = ring(["a", "10%"])
    var index = try index("0%")
    index.update(from: ring)
    #expect(index.numbers == [1])
    ring.append(OutputLine("done", replaces: 1))
    index.update(from: ring)
    #expect(index.numbers == [])
    ring.append(OutputLine("20%"))
    index.update(from: ring)
    #expect(index.numbers == [2])
  }

  @Test func `lines that are no longer kept are removed`() throws {
    var ring = ring(["a", "a"])
    var index = try index("a")
    index.update(from: ring)
    ring.removeAll()
    index.update(from: ring)
    #expect(index.numbers == [])
    ring.append(OutputLine("a"))
    index.update(from: ring)
    #expect(index.numbers == [2])
  }

  /// However many lines were added and dropped between two updates, an updated index equals a new one.
  @Test(arguments: 0..<UInt64(50))
  func `an updated index equals a new one`(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ limit: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state % limit
    }
    var ring = OutputRing(lineLimit: 12)
    var kept = try index("a")
    for _ in 0..<100 {
      for _ in 0..<random(20) {
        ring.append(OutputLine(["a", "b"][Int(random(2))], replaces: random(3) == 0 ? 1 : 0))
      }
      if random(20) == 0 { ring.removeAll() }
      kept.update(from: ring)
      var new = try index("a")
      new.update(from: ring)
      #expect(kept.numbers == new.numbers)
    }
  }
}
