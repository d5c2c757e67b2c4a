import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct DownloadBatchTests {
  private let scheduler = TestScheduler()
  private let files = [DownloadBatch.File(name: "large", size: 300), .init(name: "small", size: 100)]

  /// The large file takes four seconds and says how far it is; the small one takes one and says nothing.
  private func makeBatch(failing: String = "") -> DownloadBatch {
    DownloadBatch(scheduler: scheduler, executor: scheduler) { [scheduler] file, progress in
      if file.name == "small" {
        try await scheduler.sleep(for: .seconds(1))
      } else {
        for second in 1...4 {
          try await scheduler.sleep(for: .seconds(1))
          progress(Double(second) / 4)
        }
      }
      if file.name == failing { throw Offline() }
    }
  }

  @Test func `a large file counts more`() {
    let batch = makeBatch()
    batch.download.execute(files)
    let fractions = (0...3).map { _ in
      defer { scheduler.advance(by: .seconds(1)) }
      return batch.activity.activities.data.first?.fraction
    }
    #expect(fractions[1...] == [0.1875 + 0.25, 0.375 + 0.25, 0.5625 + 0.25])
    #expect(batch.fraction.data == nil)
    #expect(!batch.activity.state.data.loading)
  }

  @Test func `each file is shown while it comes`() {
    let batch = makeBatch()
    let shown = Recorder(batch.activity.activities.map { $0.compactMap(\.value) }, scheduler)
    batch.download.execute(files)
    scheduler.advance(by: .seconds(2))
    #expect(shown.values.contains(["2 files", "large", "small"]))
    #expect(batch.activity.activities.data.map(\.value) == ["2 files", "large"])
    scheduler.advance(by: .seconds(3))
    #expect(shown.values.last == [])
  }

  @Test func `a failure cancels the other downloads and leaves nothing behind`() {
    let batch = makeBatch(failing: "small")
    batch.download.execute(files)
    scheduler.advance(by: .seconds(1))
    #expect(batch.errors.current.data is Offline)
    #expect(batch.activity.activities.data.isEmpty)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a cancelled batch ends at once and is no failure`() {
    let batch = makeBatch()
    batch.download.execute(files)
    scheduler.advance(by: .milliseconds(1_500))
    batch.download.cancel()
    scheduler.advance()
    #expect(batch.activity.activities.data.isEmpty)
    #expect(batch.errors.current.data == nil)
    #expect(batch.download.enabled.data)
  }

  @Test func `no files are downloaded at once`() {
    let batch = makeBatch()
    let ends = Recorder(batch.download.completions, scheduler)
    batch.download.execute([])
    scheduler.advance()
    #expect(ends.values.count == 1)
  }
}
