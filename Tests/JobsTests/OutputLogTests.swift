import Board
import Boundary
import Foundation
import Programs
import Synchronization
import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct OutputLogTests {
  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func increment() { count.add(1, ordering: .sequentiallyConsistent) }
  }

  @Test func `a flood causes one update`() {
    let changes = Counter()
    let log = OutputLog { changes.increment() }
    for number in 0..<1000 { log.append([OutputLine("\(number)")]) }
    #expect(changes.value == 1)
    #expect(log.snapshot().count == 1000)
  }

  @Test func `the next change after a snapshot calls the handler again`() {
    let changes = Counter()
    let log = OutputLog { changes.increment() }
    log.append([OutputLine("a")])
    _ = log.snapshot()
    #expect(changes.value == 1)
    log.removeAll()
    #expect(changes.value == 2)
    #expect(log.snapshot().isEmpty)
  }

  @Test func `an unfinished line is shown after the others, and is passed to nobody`() {
    let changes = Counter()
    let log = OutputLog { changes.increment() }
    let followed = Mutex<[String]>([])
    log.follow { lines in followed.withLock { $0 += lines.map(\.text) } }
    log.append([OutputLine("a")])
    #expect(log.snapshot().map(\.text) == ["a"])
    log.show(unfinished: OutputLine("b?"))
    #expect(changes.value == 2)
    #expect(log.snapshot().map(\.text) == ["a", "b?"])
    log.show(unfinished: OutputLine("b?"))
    #expect(changes.value == 2)
    log.show(unfinished: OutputLine("A", replaces: 1))
    #expect(log.snapshot().map(\.text) == ["A"])
    log.show(unfinished: nil)
    #expect(log.snapshot().map(\.text) == ["a"])
    #expect(followed.withLock { $0 } == ["a"])
  }

  @Test func `no lines are no change`() {
    let changes = Counter()
    let log = OutputLog { changes.increment() }
    log.append([])
    #expect(changes.value == 0)
  }

  @Test func `every line has its arrival time`() {
    let clock = Mutex<UInt32>(7)
    let log = OutputLog(seconds: { clock.withLock { $0 } }, onChange: {})
    log.append([OutputLine("a"), OutputLine("b")])
    clock.withLock { $0 = 9 }
    log.append([OutputLine("c")])
    #expect(log.snapshot().map(\.arrival) == [7, 7, 9])
    #expect(MemoryLayout<OutputLine>.stride <= 32)
  }

  @Test func `a snapshot does not change afterwards`() {
    let log = OutputLog {}
    log.append([OutputLine("a")])
    let snapshot = log.snapshot()
    log.append([OutputLine("b")])
    #expect(snapshot.map(\.text) == ["a"])
  }

  @Test func `many threads lose nothing`() async {
    let log = OutputLog(OutputRing(lineLimit: 10_000)) {}
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<500 { log.append([OutputLine("\(writer) \(number)")]) }
        }
      }
    }
    #expect(Set(log.snapshot().map(\.text)).count == 4000)
  }

  @Test func `the callback may read the log`() {
    final class Reader: Sendable {
      let seen = Mutex<[Int]>([])
      let log = Mutex<OutputLog?>(nil)
      func read() {
        let count = log.withLock { $0 }?.snapshot().count
        if let count { seen.withLock { $0.append(count) } }
      }
    }
    let reader = Reader()
    let log = OutputLog { reader.read() }
    reader.log.withLock { $0 = log }
    log.append([OutputLine("a")])
    log.append([OutputLine("b")])
    #expect(reader.seen.withLock { $0 } == [1, 2])
    reader.log.withLock { $0 = nil }
  }

  @Test func `the newest lines are enough unless there is a follower`() {
    let log = OutputLog(OutputRing(lineLimit: 7)) {}
    #expect(log.enough == 7)
    log.follow { _ in }
    #expect(log.enough == nil)
    log.follow(needsEveryLine: false) { _ in }
    #expect(log.enough == 7)
  }

  @Test func `a status is no line`() {
    let changes = Counter()
    let log = OutputLog { changes.increment() }
    log.append([OutputLine("20%", kind: .status)])
    #expect(changes.value == 0)
    log.append([OutputLine("a"), OutputLine("40%", kind: .status)])
    #expect(log.snapshot().map(\.text) == ["a"])
  }

  @Test func `a follower receives lines that the ring drops`() {
    let followed = Mutex<[String]>([])
    let log = OutputLog(OutputRing(lineLimit: 1)) {}
    log.append([OutputLine("before")])
    log.follow { lines in followed.withLock { $0 += lines.map(\.text) } }
    log.append([OutputLine("a"), OutputLine("b")])
    log.append([OutputLine("c")])
    #expect(followed.withLock { $0 } == ["a", "b", "c"])
    #expect(log.snapshot().map(\.text) == ["c"])
  }

  @Test func `a file keeps every line, and its remark is in the log`() async throws {
    let scratch = try Scratch()
    let path = scratch.path + "/log"
    let log = OutputLog(OutputRing(lineLimit: 2)) {}
    #expect(log.enough == 2)
    log.keep(in: LogDefinition(path))
    #expect(log.enough == nil)
    log.append(["a", "b", "c"].map { OutputLine($0) })
    await log.flush()
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), "a\nb\nc\n")
    log.keep(in: LogDefinition(path + "/log"))
    log.append([OutputLine("d")])
    await log.flush()
    #expect(
      log.snapshot().map(\.text) == [
        "d", "log \(path)/log: Not a directory; the run goes on without it",
      ])
    log.keep(in: nil)
    log.append([OutputLine("e")])
    #expect(log.snapshot().map(\.text).last == "e")
    #expect(log.enough == 2)
  }
}
