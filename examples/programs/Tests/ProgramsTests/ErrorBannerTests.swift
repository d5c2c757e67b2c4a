import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct ErrorBannerTests {
  private struct DiskFull: Error {}

  private let scheduler = TestScheduler()
  private let banner: ErrorBanner

  init() { banner = ErrorBanner(scheduler: scheduler) }

  @Test func `an urgent error is shown before a casual one, whichever is newer`() async throws {
    try? await banner.urgent("Disk") { throw DiskFull() }
    try? await banner.casual("Network") { throw Offline() }
    #expect(banner.line.data == .init(text: "Disk: DiskFull()", isUrgent: true, others: 1))
    try await banner.urgent("Disk") {}
    #expect(banner.line.data == .init(text: "Network: Offline()", isUrgent: false, others: 0))
  }

  @Test func `a casual error goes by itself, and an urgent one stays`() async {
    try? await banner.urgent("Disk") { throw DiskFull() }
    try? await banner.casual("Network") { throw Offline() }
    scheduler.advance(by: .seconds(4))
    #expect(banner.line.data?.others == 1)
    scheduler.advance(by: .seconds(1))
    #expect(banner.line.data?.others == 0)
    scheduler.advance(by: .seconds(600))
    #expect(banner.line.data?.isUrgent == true)
  }

  @Test func `an error that comes again is counted, and its time begins again`() async {
    try? await banner.casual("Network") { throw Offline() }
    scheduler.advance(by: .seconds(3))
    try? await banner.casual("Network") { throw Offline() }
    scheduler.advance(by: .seconds(3))
    #expect(banner.line.data?.text == "Network: Offline() (2 times)")
    scheduler.advance(by: .seconds(2))
    #expect(banner.line.data == nil)
  }

  @Test func `closing the banner shows the next error`() async {
    try? await banner.urgent("Disk") { throw DiskFull() }
    try? await banner.casual("Network") { throw Offline() }
    banner.dismiss()
    #expect(banner.line.data?.text == "Network: Offline()")
    banner.dismiss()
    banner.dismiss()
    #expect(banner.line.data == nil)
  }

  @Test func `work that is cancelled shows nothing`() async {
    let banner = banner
    let task = Task(executorPreference: scheduler) { [scheduler] in
      try await banner.urgent("Disk") { try await scheduler.sleep(for: .seconds(9)) }
    }
    scheduler.advance()
    task.cancel()
    scheduler.advance()
    #expect(banner.line.data == nil)
  }
}
