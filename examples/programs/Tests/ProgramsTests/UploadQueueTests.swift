import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct UploadQueueTests {
  private let scheduler = TestScheduler()
  private let sent: Recorder<String>

  init() { sent = Recorder(scheduler) }

  /// A queue whose uploads take ten seconds.
  private func makeQueue() -> UploadQueue {
    UploadQueue(executor: scheduler) { [scheduler, sent] file in
      try await scheduler.sleep(for: .seconds(10))
      if file == "broken" { throw Offline() }
      sent.record(file)
    }
  }

  @Test func `files are uploaded one after the other`() {
    let queue = makeQueue()
    for file in ["a", "b", "c"] { queue.add(file) }
    scheduler.advance(by: .seconds(15))
    #expect(queue.rows.data.map(\.state) == [.uploaded, .uploading, .waiting])
    scheduler.advance(by: .seconds(15))
    #expect(sent.lines == ["10: a", "20: b", "30: c"])
  }

  @Test func `a waiting and a running upload are cancelled, and the others go on`() {
    let queue = makeQueue()
    for file in ["a", "b", "c"] { queue.add(file) }
    queue.cancel(queue.rows.data[1])
    #expect(queue.rows.data[1].state == .cancelled)
    scheduler.advance(by: .seconds(5))
    queue.cancel(queue.rows.data[0])
    scheduler.advance(by: .seconds(60))
    #expect(queue.rows.data.map(\.state) == [.cancelled, .cancelled, .uploaded])
    #expect(sent.lines == ["15: c"])
  }

  @Test func `a failure stops nothing and can be tried again`() {
    let queue = makeQueue()
    for file in ["broken", "b"] { queue.add(file) }
    scheduler.advance(by: .seconds(60))
    #expect(queue.rows.data.map(\.state) == [.failed, .uploaded])
    queue.retry(queue.rows.data[0])
    #expect(queue.rows.data.map(\.state) == [.failed, .uploaded, .waiting])
    scheduler.advance(by: .seconds(60))
    #expect(queue.rows.data.last?.state == .failed)
  }

  @Test func `the queue stops when it is released`() {
    var queue: UploadQueue? = makeQueue()
    let rows = queue?.rows
    for file in ["a", "b"] { queue?.add(file) }
    scheduler.advance(by: .seconds(1))
    queue = nil
    scheduler.advance(by: .seconds(60))
    #expect(rows?.data.map(\.state) == [.cancelled, .cancelled])
    #expect(sent.values.isEmpty)
    #expect(scheduler.pendingCount == 0)
  }
}
