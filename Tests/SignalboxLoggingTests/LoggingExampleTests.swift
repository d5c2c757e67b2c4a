#if Logging
import InMemoryLogging
import Logging
import SignalboxLogging
import SignalboxTesting
import Testing

/// The examples in the documentation of this product, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class LoggingExampleTests {
  private let log = TestLog()
  private var logger: Logger { log.logger }

  @Sendable private static func fetch(_ page: Int) async throws -> String { "page \(page)" }

  @Test func `an action and its errors`() async throws {
    let fetch = Self.fetch

    let errors = ErrorTracker()
    let download = Action<Int, String> { page in
      try await errors.track(source: "download") { try await fetch(page) }
    }

    download.log(as: "download", to: logger)
    errors.log(as: "errors", to: logger)

    download.log(as: "download", to: logger, owner: self)

    try await download.execute(1).finished()
    #expect(log.lines.first == "debug Action started action=download execution=1")
  }

  @Test func `an action`() async throws {
    let fetch = Self.fetch

    let download = Action<Int, String> { try await fetch($0) }
    download.log(as: "download", to: Logger(label: "app"))

    #expect(try await download.execute(1).value == "page 1")
  }

  @Test func `the levels of an action`() {
    var levels = ActionLogLevels()
    levels.completed = .info
    levels.refused = nil

    #expect(levels != ActionLogLevels())
  }

  @Test func `the levels of errors`() {
    var levels = ErrorLogLevels()
    levels.low = nil
    levels.cleared = .info

    #expect(levels != ErrorLogLevels())
  }

  @Test func `an indicator`() {
    let indicator = ActivityIndicator<String>()
    indicator.log(as: "requests", to: logger, level: .info)

    indicator.begin().end()
    #expect(log.lines.first == "info Activity began activity=1 indicator=requests")
  }

  @Test func `a tracker`() {
    let errors = ErrorTracker()
    errors.log(as: "errors", to: logger)

    errors.update(with: Slow())
    #expect(log.lines.count == 1)
  }

  @Test func `a network indicator`() {
    let network = NetworkActivityIndicator()
    network.log(as: "network", to: logger)

    network.begin().end()
    #expect(log.lines.count == 2)
  }

  @Test func `in a test`() {
    let scheduler = TestScheduler()
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .debug
    let load = VoidAction(executor: scheduler) { try await scheduler.sleep(for: .seconds(3)) }
    load.log(as: "load", to: logger, timeline: Timeline(scheduler))

    load.execute()
    scheduler.advance(by: .seconds(3))

    #expect(handler.entries.last?.message == "Action completed")
    #expect(handler.entries.last?.metadata["duration"] == "3.0 seconds")
  }
}
#endif
