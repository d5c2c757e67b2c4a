#if Logging
import Logging
import SignalboxLogging
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LogTrackersTests {
  private let scheduler = TestScheduler()
  private let log = TestLog()

  // MARK: Activities

  @Test func `an activity is logged when it begins, changes and ends`() {
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    indicator.log(as: "busy", to: log.logger, level: .info)
    let activity = indicator.begin(associatedValue: "Reading")
    scheduler.advance(by: .seconds(3))
    activity.fraction = 0.5
    activity.update("Parsing")
    activity.update("Parsing")
    activity.end()
    activity.end()
    #expect(
      log.lines == [
        "info Activity began activity=1 indicator=busy value=Reading",
        "info Activity updated activity=1 indicator=busy value=Parsing",
        "info Activity ended activity=1 duration=3.0 seconds indicator=busy value=Parsing",
      ])
  }

  @Test func `activities that end in another order are each logged once`() {
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    let first = indicator.begin(associatedValue: "a")
    let second = indicator.begin()
    indicator.log(as: "busy", to: log.logger)
    #expect(log.lines.count == 2)
    let third = indicator.begin(associatedValue: "c")
    second.end()
    first.update(nil)
    first.end()
    third.end()
    let logged = log.lines.map { $0.dropFirst("debug Activity ".count).prefix(18) }
    #expect(
      logged.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "began activity=1", "began activity=2", "began activity=3", "ended activity=2",
        "updated activity=1", "ended activity=1", "ended activity=3",
      ])
  }

  @Test func `the values are compared as the indicator compares them`() {
    let indicator = ActivityIndicator<String>(equalWhen: { $0.count == $1.count }, scheduler: scheduler)
    indicator.log(as: "busy", to: log.logger)
    let activity = indicator.begin(associatedValue: "a")
    activity.update("b")
    activity.update("cc")
    #expect(log.lines.last == "debug Activity updated activity=1 indicator=busy value=cc")
    #expect(log.lines.count == 2)
    withExtendedLifetime(activity) {}
  }

  @Test func `logging does not keep an indicator alive, and ends with its owner`() {
    var indicator: ActivityIndicator<String>? = ActivityIndicator(scheduler: scheduler)
    weak let released = indicator
    var owner: Owner? = Owner()
    indicator?.log(as: "busy", to: log.logger, owner: owner)
    let activity = indicator?.begin()
    #expect(log.lines.count == 1)
    owner = nil
    activity?.end()
    #expect(log.lines.count == 1)
    indicator = nil
    #expect(released == nil)
    _ = owner
  }

  @Test func `activities of many threads are each logged once`() async {
    let indicator = ActivityIndicator<Int>()
    indicator.log(as: "busy", to: log.logger)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for index in 0..<625 { await indicator.track(associatedValue: index) { _ in } }
        }
      }
    }
    let lines = log.lines
    #expect(lines.count(where: { $0.contains("began") }) == 5_000)
    #expect(lines.count(where: { $0.contains("ended") }) == 5_000)
  }

  // MARK: Errors

  @Test func `an error is logged at the level of its priority, with its source`() {
    let errors = ErrorTracker(scheduler: scheduler)
    errors.log(as: "errors", to: log.logger)
    errors.update(with: Slow(), priority: .low, source: "disk")
    errors.update(with: Slow(), source: "disk")
    errors.update(with: Offline(), priority: .high, source: "net")
    #expect(
      log.lines == [
        "notice Error reported error: Slow() priority=low source=disk times-seen=1 tracker=errors",
        "warning Error reported error: Slow() priority=normal source=disk times-seen=1 tracker=errors",
        "error Error reported error: Offline() priority=high source=net times-seen=1 tracker=errors",
      ])
  }

  @Test func `an error that is reported again is logged again`() {
    let errors = ErrorTracker(scheduler: scheduler)
    errors.update(with: Slow(), source: "disk")
    errors.log(as: "errors", to: log.logger)
    errors.update(with: Offline(), source: "disk")
    #expect(log.lines.map { $0.suffix(12 + 15) } == ["1", "2"].map { "times-seen=\($0) tracker=errors" })
    #expect(log.lines.last?.contains("Offline()") == true)
  }

  @Test func `an error is cleared once, by its source, its end, a dismissal or a reset`() throws {
    let errors = ErrorTracker(scheduler: scheduler)
    errors.log(as: "errors", to: log.logger)
    errors.update(with: Slow(), source: "a")
    errors.update(with: Slow(), resetTime: .seconds(5), source: "b")
    errors.update(with: Slow(), source: "c")
    errors.update(with: Slow(), source: "d")
    log.clear()
    errors.clear("a")
    scheduler.advance(by: .seconds(5))
    errors.dismiss(try #require(errors.reports.data.first { $0.source == "c" }))
    errors.update(with: nil)
    errors.reset()
    #expect(
      log.lines
        == ["a", "b", "c", "d"].map {
          "debug Error cleared error: Slow() priority=normal source=\($0) times-seen=1 tracker=errors"
        })
  }

  @Test func `a cancellation is not logged, and levels of nil log nothing`() {
    let errors = ErrorTracker(scheduler: scheduler)
    var levels = ErrorLogLevels()
    levels.low = nil
    levels.normal = .critical
    levels.high = .info
    levels.cleared = nil
    errors.log(as: "errors", to: log.logger, levels: levels)
    errors.update(with: CancellationError())
    errors.update(with: Slow(), priority: .low)
    errors.update(with: Slow(), priority: .normal)
    errors.update(with: Slow(), priority: .high)
    errors.reset()
    #expect(log.lines.map { $0.prefix(8) } == ["critical", "info Err"])
  }

  @Test func `logging does not keep a tracker alive, and ends with its owner`() {
    var errors: ErrorTracker? = ErrorTracker(scheduler: scheduler)
    weak let released = errors
    var owner: Owner? = Owner()
    errors?.log(as: "errors", to: log.logger, owner: owner)
    errors?.update(with: Slow())
    owner = nil
    errors?.update(with: Slow())
    #expect(log.lines.count == 1)
    errors = nil
    #expect(released == nil)
    _ = owner
  }

  // MARK: Network activity

  @Test func `requests and visibility are logged`() {
    let network = NetworkActivityIndicator(scheduler: scheduler)
    network.log(as: "network", to: log.logger)
    let requests = [network.begin(), network.begin()]
    scheduler.advance(by: .seconds(1))
    for request in requests { request.end() }
    scheduler.advance(by: .seconds(1))
    #expect(
      log.lines == [
        "trace Network requests changed indicator=network requests=1",
        "trace Network requests changed indicator=network requests=2",
        "debug Network indicator shown indicator=network",
        "trace Network requests changed indicator=network requests=1",
        "trace Network requests changed indicator=network requests=0",
        "debug Network indicator hidden indicator=network",
      ])
  }

  @Test func `logging of a network indicator ends with its owner`() {
    let network = NetworkActivityIndicator(scheduler: scheduler)
    var owner: Owner? = Owner()
    network.log(as: "network", to: log.logger, owner: owner)
    let request = network.begin()
    owner = nil
    request.end()
    #expect(log.lines.count == 1)
    _ = owner
  }
}
#endif
