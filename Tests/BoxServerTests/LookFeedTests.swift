import Board
import Boundary
import Fuzzing
import Jobs
import Programs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Testing
import Wire

@testable import BoxServer

/// Outputs and past runs that a front end looks at, as copies of those of the box.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct LookFeedTests {
  private struct Copy {
    var ring = OutputRing(lineLimit: .max, byteLimit: .max)
    var lineCount = 0

    mutating func take(_ messages: [[UInt8]]) throws {
      for case .output(let part)? in try messages.map({ try BoxEvent.read($0) }) {
        ring.copy(part.lines, first: part.first, start: part.start)
        lineCount += part.lines.count
      }
    }

    func isEqual(to other: OutputRing) -> Bool { ring.indices == other.indices && ring.elementsEqual(other) }
  }

  private func look(_ output: String?, history: String? = nil) -> Request.Look {
    var look = Request.Look()
    (look.output, look.history) = (output, history)
    return look
  }

  @Test func `a copy follows appended, overwritten and dropped lines`() throws {
    for seed in Seeds(400) {
      var random = SeededGenerator(seed: seed)
      let box = OutputBox(OutputRing(lineLimit: random.within(1...12), byteLimit: random.within(1...300)))
      var feed = LookFeed(look("a"))
      var copy = Copy()
      for _ in 0..<40 {
        switch random.below(10) {
        case 0: box.ring.removeAll()
        case 1: feed = LookFeed(look("a"), after: feed)
        case 2: feed = LookFeed(look("a"))
        case 3: break
        default:
          let lines = (0..<random.magnitude(upTo: 20)).map { _ in
            var line = OutputLine(
              random.text(upTo: 30), replaces: random.oneIn(3) ? 1 + random.below(6) : 0,
              kind: random.oneIn(6) ? .note : .output)
            if random.oneIn(12) { line.skippedBefore = UInt32(random.below(50)) }
            return line
          }
          box.ring.append(lines, arrival: UInt32(random.below(3)))
        }
        if random.oneIn(2) { try copy.take(feed.next(from: box)) }
      }
      try copy.take(feed.next(from: box))
      #expect(copy.isEqual(to: box.ring), "seed \(seed)")
      #expect(feed.next(from: box).isEmpty, "seed \(seed)")
    }
  }

  @Test func `a last line that was not finished may go`() throws {
    let box = OutputBox(OutputRing())
    box.ring.append([OutputLine("a")], arrival: 1)
    var feed = LookFeed(look("a"))
    var copy = Copy()
    let finished = box.ring
    box.ring.append([OutputLine("b?")], arrival: 1)
    try copy.take(feed.next(from: box))
    #expect(copy.ring.map(\.text) == ["a", "b?"])
    box.ring = finished
    try copy.take(feed.next(from: box))
    #expect(copy.ring.map(\.text) == ["a"])
    #expect(feed.next(from: box).isEmpty)
  }

  @Test func `only new lines and the replaced one are sent`() throws {
    let box = OutputBox(OutputRing())
    box.ring.append((0..<100).map { OutputLine("\($0)") }, arrival: 1)
    var feed = LookFeed(look("a"))
    var copy = Copy()
    try copy.take(feed.next(from: box))
    #expect(copy.lineCount == 100)
    box.ring.append(OutputLine("new"))
    try copy.take(feed.next(from: box))
    #expect(copy.lineCount == 101)
    box.ring.append(OutputLine("newer", replaces: 1))
    try copy.take(feed.next(from: box))
    #expect(copy.lineCount == 102)
    #expect(copy.isEqual(to: box.ring))
  }

  @Test func `a copy is emptied with its original`() throws {
    let box = OutputBox(OutputRing())
    box.ring.append(OutputLine("line"))
    var feed = LookFeed(look("a"))
    var copy = Copy()
    try copy.take(feed.next(from: box))
    box.ring.removeAll()
    try copy.take(feed.next(from: box))
    #expect(copy.ring.isEmpty)
  }

  @Test func `looking at past runs as well does not send the output again`() throws {
    let box = OutputBox(OutputRing())
    box.ring.append(OutputLine("line"))
    var feed = LookFeed(look("a"))
    #expect(feed.next(from: box).count == 1)
    feed = LookFeed(look("a", history: "a"), after: feed)
    let messages = try feed.next(from: box).map { try BoxEvent.read($0) }
    #expect(messages.count == 1)
    if case .history(let history) = messages.first { #expect(history.runs.isEmpty) }
    feed = LookFeed(look("b", history: "a"), after: feed)
    #expect(feed.next(from: box).count == 1)
  }
}

/// A box of which only the output counts.
@MainActor
private final class OutputBox {
  var ring: OutputRing

  init(_ ring: OutputRing) { self.ring = ring }
}

extension LookFeed {
  @MainActor
  fileprivate mutating func next(from box: OutputBox) -> [[UInt8]] {
    next(output: { _ in box.ring }, history: { _ in RunHistory() }).map(\.line)
  }
}
