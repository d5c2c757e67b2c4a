import SignalboxCore
import SignalboxTesting
import Testing

/// The examples in the documentation comments of activities, errors and requests, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class TrackerExampleTests {
  @Test func `activity indicator`() async throws {
    @Sendable func download() async throws -> String { "3 lines" }
    @Sendable func parse(_ text: String) throws -> Int { text.count }

    let indicator = ActivityIndicator<String>()
    let report = try await indicator.track(associatedValue: "Downloading") { activity in
      let data = try await download()
      activity.update("Reading")
      return try parse(data)
    }

    #expect(report == 7)
  }

  @Test func `activity state`() {
    let (printed, print) = Printer.make()

    let indicator = ActivityIndicator<String>()
    let reading = indicator.begin(associatedValue: "Reading")
    print(indicator.state.data.associatedValue ?? "idle")  // prints Reading
    reading.end()
    print(indicator.state.data.associatedValue ?? "idle")  // prints idle

    #expect(printed.values == ["Reading", "idle"])
  }

  @Test func running() {
    let (printed, print) = Printer.make()

    let indicator = ActivityIndicator<String>()
    let reading = indicator.begin(associatedValue: "Reading")
    reading.fraction = 0.5
    for running in indicator.activities.data {
      print(running.value ?? "-", running.fraction ?? 0)  // prints Reading 0.5
    }

    #expect(printed.values == ["Reading 0.5"])
  }

  @Test func activity() {
    let (printed, print) = Printer.make()

    let indicator = ActivityIndicator<String>()
    let copying = indicator.begin(associatedValue: "Copying")
    let firstHalf = copying.child(share: 0.5)
    firstHalf.fraction = 0.5
    print(copying.fraction ?? 0)  // prints 0.25
    firstHalf.end()
    print(copying.fraction ?? 0)  // prints 0.5

    #expect(printed.values == ["0.25", "0.5"])
  }

  @Test func `tracked activity`() {
    let (printed, print) = Printer.make()

    let indicator = ActivityIndicator<String>()
    indicator.state.observe(owner: self) { print($0.associatedValue ?? "idle") }
    let pages = [1, 2].publisher
      .trackActivity(in: indicator, initialAssociatedValue: "Opening") { "Page \($0)" }
      .sink { print($0) }  // prints Opening, 1, Page 1, 2, Page 2, idle

    #expect(printed.values == ["Opening", "1", "Page 1", "2", "Page 2", "idle"])
    withExtendedLifetime(pages) {}
  }

  @Test func `tracked activity sequence`() async {
    let (printed, print) = Printer.make()
    let pages = AsyncStream { continuation in
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish()
    }

    let indicator = ActivityIndicator<String>()
    indicator.state.observe(owner: self) { print($0.associatedValue ?? "idle") }
    for await page in pages.trackActivity(in: indicator, associatedValue: "Reading") {
      print(page)  // prints Reading, 1, 2, idle
    }

    #expect(printed.values == ["Reading", "1", "2", "idle"])
  }

  @Test func `error tracker`() async throws {
    @Sendable func fetchUser() async throws -> String { "Ada" }

    let tracker = ErrorTracker()
    let user = try await tracker.track(resetTime: .seconds(5)) { try await fetchUser() }

    #expect(user == "Ada")
    #expect(tracker.current.data == nil)
  }

  @Test func `error priority`() {
    let (printed, print) = Printer.make()

    let tracker = ErrorTracker()
    tracker.update(with: Offline(), priority: .high)
    tracker.update(with: Slow(), priority: .low)
    print(tracker.current.data is Offline)  // prints true

    #expect(printed.values == ["true"])
  }

  @Test func `error report`() {
    let (printed, print) = Printer.make()

    let tracker = ErrorTracker()
    for _ in 1...3 { tracker.update(with: Slow()) }
    for report in tracker.reports.data where report.timesSeen > 2 {
      print(report.error)  // prints Slow()
      tracker.dismiss(report)
    }

    #expect(printed.values == ["Slow()"])
    #expect(tracker.reports.data.isEmpty)
  }

  @Test func `error source`() {
    let (printed, print) = Printer.make()

    let tracker = ErrorTracker()
    tracker.update(with: Offline(), source: "network")
    tracker.update(with: Slow(), source: "disk")
    tracker.clear("network")
    print(tracker.reports.data.map(\.source))  // prints [disk]

    #expect(printed.values == ["[disk]"])
  }

  @Test func `tracked error`() {
    let (printed, print) = Printer.make()

    let tracker = ErrorTracker()
    let request = Fail<Int, Offline>(error: Offline())
      .trackError(tracker, resetTime: .seconds(5), priority: .high)
      .sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
    print(tracker.current.data is Offline)  // prints true

    #expect(printed.values == ["true"])
    withExtendedLifetime(request) {}
  }

  @Test func `tracked error sequence`() async {
    let (printed, print) = Printer.make()
    let pages = AsyncStream { continuation in
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish()
    }

    let tracker = ErrorTracker()
    for await page in pages.trackError(tracker, source: "pages") {
      print(page)  // prints 1, 2
    }

    #expect(printed.values == ["1", "2"])
  }

  @Test func `network activity indicator`() async throws {
    let (printed, print) = Printer.make()
    func fetch(_ number: Int) async throws -> String { "page \(number)" }

    let network = NetworkActivityIndicator(startDelay: .zero, completionDelay: .milliseconds(500))
    network.isVisible.observe(owner: self) { print($0) }
    let page = try await network.track { try await fetch(1) }

    #expect(page == "page 1")
    #expect(printed.values.isEmpty || printed.values == ["true"])
    #expect(network.activeRequestCount.data == 0)
  }

  @Test func `network request`() {
    let (printed, print) = Printer.make()

    let network = NetworkActivityIndicator()
    let request = network.begin()
    print(network.activeRequestCount.data)  // prints 1
    request.end()
    print(network.activeRequestCount.data)  // prints 0

    #expect(printed.values == ["1", "0"])
  }

  @Test func `tracked network activity`() {
    let (printed, print) = Printer.make()

    let network = NetworkActivityIndicator()
    network.activeRequestCount.observe(owner: self) { print($0) }
    let request = Just("page").trackNetworkActivity(in: network).sink { print($0) }  // prints 1, page, 0

    #expect(printed.values == ["1", "page", "0"])
    withExtendedLifetime(request) {}
  }

  @Test func `shared timers`() {
    let tracker = ErrorTracker(scheduler: SharedTimers.queue)  // the same as ErrorTracker()

    tracker.update(with: Slow())
    #expect(tracker.current.data is Slow)
  }

  @Test func timeline() {
    let (printed, print) = Printer.make()

    let timeline = Timeline()
    let activity = ActivityIndicator<String>(timeline: timeline)
    let errors = ErrorTracker(timeline: timeline)
    errors.update(with: Offline())
    if let report = errors.reports.data.first {
      print("offline for \(timeline.now - report.since)")
    }

    #expect(printed.values.count == 1)
    #expect(!activity.state.data.loading)
  }
}
