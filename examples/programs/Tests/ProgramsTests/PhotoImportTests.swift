import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct PhotoImportTests {
  private let scheduler = TestScheduler()
  private let log: Recorder<String>

  init() { log = Recorder(scheduler) }

  /// An import whose steps take two seconds, and half a second to clean up when they are cancelled.
  private func makeImport() -> PhotoImport {
    let step: @Sendable (String, String) async throws -> Void = { [scheduler, log] name, photo in
      do {
        try await scheduler.sleep(for: .seconds(2))
      } catch {
        let end = scheduler.now.advanced(by: Duration.milliseconds(500))
        await Task(executorPreference: scheduler) { try? await scheduler.sleep(until: end) }.value
        log.record("\(name) \(photo) cleaned up")
        throw error
      }
      if photo == "\(name) fails" { throw Offline() }
      log.record("\(name) \(photo)")
    }
    return PhotoImport(
      executor: scheduler, shrink: { try await step("shrink", $0) }, scan: { try await step("scan", $0) })
  }

  @Test func `both parts run at once`() {
    let work = makeImport()
    let ends = Recorder(work.all.completions, scheduler)
    work.all.execute(["a", "b"])
    scheduler.advance(by: .seconds(1))
    #expect(work.thumbnails.executing.data && work.index.executing.data)
    scheduler.advance(by: .seconds(9))
    #expect(Set(log.lines) == ["2: shrink a", "2: shrink b", "2: scan a", "4: scan b"])
    #expect(ends.events.map(\.time) == [.seconds(4)])
  }

  @Test func `cancelling the import cancels its parts and waits for them`() {
    let work = makeImport()
    work.all.execute(["a"])
    scheduler.advance(by: .seconds(1))
    work.all.cancel()
    scheduler.advance(by: .milliseconds(499))
    #expect(work.all.executing.data && work.thumbnails.executing.data && work.index.executing.data)
    scheduler.advance(by: .seconds(60))
    #expect(Set(log.lines) == ["1.5: shrink a cleaned up", "1.5: scan a cleaned up"])
    #expect(!work.all.executing.data && !work.thumbnails.executing.data && !work.index.executing.data)
  }

  @Test func `a part that fails cancels the other one`() {
    let work = makeImport()
    let failures = Recorder(work.all.underlyingErrors, scheduler)
    work.all.execute(["shrink fails", "b", "c"])
    scheduler.advance(by: .seconds(60))
    #expect(log.lines.contains("2.5: scan b cleaned up"))
    #expect(!log.values.contains("scan c"))
    #expect(failures.events.map(\.time) == [.milliseconds(2_500)])
  }

  @Test func `a thumbnail that fails cancels the other thumbnails`() {
    let work = PhotoImport(executor: scheduler) { [scheduler, log] photo in
      if photo == "broken" { throw Offline() }
      defer { log.record("\(photo), cancelled: \(Task.isCancelled)") }
      try await scheduler.sleep(for: .seconds(2))
    } scan: { _ in
    }
    work.thumbnails.execute(["a", "broken"])
    scheduler.advance()
    #expect(log.lines == ["0: a, cancelled: true"])
    #expect(!work.thumbnails.executing.data)
  }

  @Test func `one part can be cancelled alone`() {
    let work = makeImport()
    work.index.execute(["a"])
    work.thumbnails.execute(["a"])
    work.index.cancel()
    scheduler.advance(by: .seconds(60))
    #expect(log.values.contains("shrink a"))
    #expect(!log.values.contains("scan a"))
  }
}
