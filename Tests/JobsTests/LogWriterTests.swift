import Foundation
import Programs
import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct LogWriterTests {
  /// A disk that can hang.
  private final class Disk: @unchecked Sendable {
    private let condition = NSCondition()
    private var hangs = false
    private var isBusy = false
    private var all: [String] = []

    func setHanging(_ hangs: Bool) {
      condition.withLock {
        self.hangs = hangs
        condition.broadcast()
      }
    }

    func write(_ lines: [OutputLine]) {
      condition.withLock {
        isBusy = true
        condition.broadcast()
        while hangs { condition.wait() }
        isBusy = false
        all += lines.map(\.text)
        condition.broadcast()
      }
    }

    func waitUntilBusy() { condition.withLock { while !isBusy { condition.wait() } } }

    var texts: [String] { condition.withLock { all } }

    func waitForLines(_ count: Int) { condition.withLock { while all.count < count { condition.wait() } } }
  }

  private let disk = Disk()
  private let remarks = Recorded<String>()

  private func makeWriter(byteLimit: Int = 100_000, patience: Duration = .seconds(600)) -> LogWriter {
    LogWriter("build.log", byteLimit: byteLimit, patience: patience) { [disk] lines, _ in
      disk.write(lines)
      return nil
    } onRemark: { [remarks] in
      remarks.append($0)
    }
  }

  private func lines(_ texts: String...) -> [OutputLine] { texts.map { OutputLine($0) } }

  @Test func `lines are written in order`() async {
    let writer = makeWriter()
    for number in 1...5000 { writer.append(lines("\(number)"), arrival: 0) }
    await writer.flush()
    #expect(disk.texts == (1...5000).map { "\($0)" })
    await writer.flush()
  }

  @Test func `a flush without lines returns at once`() async { await makeWriter().flush() }

  @Test func `a disk that hangs does not stop its caller`() async {
    disk.setHanging(true)
    let writer = makeWriter()
    writer.append(lines("a"), arrival: 0)
    disk.waitUntilBusy()
    writer.append(lines("b"), arrival: 0)
    #expect(disk.texts == [])
    disk.setHanging(false)
    await writer.flush()
    #expect(disk.texts == ["a", "b"])
    #expect(remarks.values == [])
  }

  @Test func `a flush does not wait for a disk that hangs`() async {
    disk.setHanging(true)
    let writer = makeWriter(patience: .milliseconds(50))
    writer.append(lines("a"), arrival: 0)
    await writer.flush()
    await writer.flush()
    #expect(disk.texts == [])
    disk.setHanging(false)
  }

  @Test func `a caller waits for a slow disk`() async {
    disk.setHanging(true)
    let writer = makeWriter(byteLimit: 1)
    writer.append(lines("a"), arrival: 0)
    disk.waitUntilBusy()
    let caller = Task.detached { writer.append([OutputLine("b")], arrival: 0) }
    disk.setHanging(false)
    await caller.value
    await writer.flush()
    #expect(disk.texts == ["a", "b"])
    #expect(remarks.values == [])
  }

  @Test func `lines that a hanging disk does not take are counted, in the file and in each run`() async {
    disk.setHanging(true)
    let writer = makeWriter(byteLimit: 1, patience: .milliseconds(50))
    writer.append(lines("a"), arrival: 0)
    disk.waitUntilBusy()
    for _ in 1...3 { writer.append(lines("lost", "too"), arrival: 0) }
    let remark = "log build.log: it takes no more lines; the run goes on without it"
    #expect(remarks.values == [remark])
    writer.append([.note("run 2 started", .startByPerson)], arrival: 0)
    #expect(remarks.values == [remark, remark])
    disk.setHanging(false)
    disk.waitForLines(2)
    writer.append(lines("b"), arrival: 0)
    disk.waitForLines(3)
    #expect(disk.texts == ["a", "7 lines are missing here: the file did not take them in time", "b"])
  }

  @Test func `a remark of the file precedes the end of a flush`() async {
    let writer = LogWriter("build.log") { lines, _ in
      lines.first?.text
    } onRemark: { [remarks] in
      remarks.append($0)
    }
    writer.append(lines("disk full"), arrival: 0)
    await writer.flush()
    #expect(remarks.values == ["disk full"])
  }

  @Test func `an idle writer has no thread, and starts one again`() async {
    let writer = makeWriter(patience: .milliseconds(1))
    writer.append(lines("a"), arrival: 0)
    disk.waitForLines(1)
    while writer.isWorking { await Task.yield() }
    writer.append(lines("b"), arrival: 0)
    disk.waitForLines(2)
  }
}
