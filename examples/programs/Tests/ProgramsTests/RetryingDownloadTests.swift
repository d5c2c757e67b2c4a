import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct RetryingDownloadTests {
  private let scheduler = TestScheduler()
  private let attempts: Recorder<String>

  init() { attempts = Recorder(scheduler) }

  /// A download whose first requests fail with `error`.
  private func makeDownload(failures: Int, error: any Error = Offline()) -> RetryingDownload {
    RetryingDownload(clock: scheduler, executor: scheduler) { [attempts] address in
      attempts.record(address)
      if attempts.values.count <= failures { throw error }
      return "content"
    }
  }

  @Test func `the pauses double until a request succeeds`() {
    let download = makeDownload(failures: 3)
    let contents = Recorder(download.download.elements, scheduler)
    let caption = Recorder(download.activity.state.map { $0.associatedValue ?? "-" }, scheduler)
    download.download.execute("a")
    scheduler.advance(by: .seconds(60))
    #expect(attempts.lines == ["0: a", "1: a", "3: a", "7: a"])
    #expect(contents.events == [.init(time: .seconds(7), value: "content")])
    #expect(caption.lines.contains("1: Attempt 3 of 4 in 2.0 seconds"))
    #expect(caption.lines.last == "7: -")
    #expect(download.errors.current.data == nil)
  }

  @Test func `the last failure is reported once`() {
    let download = makeDownload(failures: 9)
    let failures = Recorder(download.download.underlyingErrors, scheduler)
    download.download.execute("a")
    scheduler.advance(by: .seconds(60))
    #expect(attempts.values.count == 4)
    #expect(failures.events.map(\.time) == [.seconds(7)])
    #expect(download.errors.reports.data.map(\.timesSeen) == [1])
  }

  @Test func `what another attempt cannot mend is not repeated`() {
    let download = makeDownload(failures: 9, error: RetryingDownload.NotFound())
    download.download.execute("a")
    scheduler.advance(by: .seconds(60))
    #expect(attempts.values.count == 1)
    #expect(download.errors.current.data is RetryingDownload.NotFound)
  }

  @Test func `a cancelled download makes no further attempt and is no error`() {
    let download = makeDownload(failures: 9)
    let execution = download.download.execute("a")
    scheduler.advance(by: .milliseconds(1_500))
    execution.cancel()
    scheduler.advance(by: .seconds(60))
    #expect(attempts.lines == ["0: a", "1: a"])
    #expect(download.errors.current.data == nil)
    #expect(!download.activity.state.data.loading)
    #expect(scheduler.pendingCount == 0)
  }
}
