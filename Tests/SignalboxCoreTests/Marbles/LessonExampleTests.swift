import SignalboxCore
import SignalboxTesting
import Testing

/// The examples of the lessons, line for line, in virtual time, and their pictures.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class LessonExampleTests {
  private let scheduler = TestScheduler()

  // MARK: State

  @Test func `live data`() throws {
    let (printed, print) = Printer.make()

    let temperature = LiveData(data: 20)
    temperature.observe(owner: self) { print("now \($0)") }
    temperature.data = 21  // prints now 21

    #expect(printed.values == ["now 21"])
    let observed = Recorder<Int>(scheduler)
    temperature.observe(owner: self) { observed.record($0) }
    let present = Recorder(temperature, scheduler)
    scheduler.at(0.3) { temperature.data = 23 }
    scheduler.at(0.5) { temperature.data = 22 }
    let late = Recorder(temperature, scheduler)
    scheduler.at(0.8) { temperature.data = 19 }
    try LessonPicture("lesson-live-data").expect(
      MarbleDiagram(
        until: .seconds(1), .values("temperature.data", present), .events("observer", observed),
        .events("sink, from 0.5 s", late)))
  }

  @Test func `derived live data`() throws {
    let (printed, print) = Printer.make()

    let celsius = LiveData(data: 0)
    let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }
    let both = celsius.combineLatest(fahrenheit)
    both.observe(owner: self) { print($0, $1) }
    celsius.data = 100  // prints 100 212

    #expect(printed.values == ["100 212"])
    celsius.data = 0
    let (left, right) = (Recorder(celsius, scheduler), Recorder(fahrenheit, scheduler))
    let pairs = Recorder(both.map { "\($0), \($1)" }, scheduler)
    scheduler.at(0.3) { celsius.data = 100 }
    scheduler.at(0.7) { celsius.data = 37 }
    try LessonPicture("lesson-derived").expect(
      MarbleDiagram(
        until: .seconds(1), .values("celsius", left), .values("fahrenheit", right), .values("both", pairs)))
  }

  // MARK: Events

  @Test func events() async throws {
    let (printed, print) = Printer.make()

    let saved = FutureEvent<String>()
    saved.observe(owner: self) { print("saved \($0)") }
    var names = saved.values(buffering: .newest(2)).makeAsyncIterator()
    for name in ["a", "b", "c"] { saved.trigger(name) }  // prints saved a, saved b, saved c
    print(await names.next()!, await names.next()!, names.droppedCount)  // prints b c 1

    #expect(printed.values == ["saved a", "saved b", "saved c", "b c 1"])
    let (triggers, every, newest) = (
      Recorder<String>(scheduler), Recorder<String>(scheduler), Recorder<String>(scheduler)
    )
    saved.observe(owner: self) { triggers.record($0) }
    var all = saved.values.makeAsyncIterator()
    for (second, name) in [(0.1, "a"), (0.3, "b"), (0.4, "c")] {
      scheduler.at(second) { saved.trigger(name) }
    }
    scheduler.at(0.6) {}
    for _ in 0..<3 { every.record(try #require(await all.next())) }
    for _ in 0..<2 { newest.record(try #require(await names.next())) }
    scheduler.at(0.8) { saved.trigger("d") }
    every.record(try #require(await all.next()))
    newest.record(try #require(await names.next()))
    try LessonPicture("lesson-events").expect(
      MarbleDiagram(
        until: .seconds(1), .events("trigger", triggers), .events("for await, from 0.6 s", every),
        .events("with .newest(2)", newest)))
  }

  @Test func `an event that happens once`() throws {
    let (printed, print) = Printer.make()

    let ready = SingleEvent<Int>()
    ready.trigger(1)
    ready.trigger(2)
    ready.observe(owner: self) { print("ready \($0)") }  // prints ready 1

    #expect(printed.values == ["ready 1"])
    let once = SingleEvent<Int>()
    let (triggers, early, late) = (
      Recorder<Int>(scheduler), Recorder<Int>(scheduler), Recorder<Int>(scheduler)
    )
    once.observe(owner: self) { early.record($0) }
    for (second, number) in [(0.2, 1), (0.5, 2)] {
      scheduler.at(second) {
        triggers.record(number)
        once.trigger(number)
      }
    }
    scheduler.at(0.7) { once.observe(owner: self) { late.record($0) } }
    try LessonPicture("lesson-single-event").expect(
      MarbleDiagram(
        until: .seconds(1), .events("trigger", triggers), .events("observer", early),
        .events("observer, from 0.7 s", late)))
  }

  // MARK: Operators

  @Test func `operators that select`() throws {
    let speed = LiveData(data: 80)
    let tooFast = speed.filter(startingWith: 0) { $0 > 120 }
    let highest = speed.scan(startingWith: 0) { max($0, $1) }

    let source = Recorder(speed, scheduler)
    let (filtered, folded) = (Recorder(tooFast, scheduler), Recorder(highest, scheduler))
    for (second, value) in [(0.2, 130), (0.4, 90), (0.6, 110), (0.8, 140)] {
      scheduler.at(second) { speed.data = value }
    }
    #expect(tooFast.data == 140)
    #expect(highest.data == 140)
    try LessonPicture("lesson-select").expect(
      MarbleDiagram(
        until: .seconds(1), .values("speed", source), .values("tooFast", filtered),
        .values("highest", folded)))
  }

  @Test func `operators with a time`() throws {
    let query = LiveData(data: "")
    let settled = query.debounce(after: .milliseconds(300), scheduler: scheduler)
    let sampled = query.throttle(every: .milliseconds(300), scheduler: scheduler)

    let source = Recorder(query, scheduler)
    let (debounced, throttled) = (Recorder(settled, scheduler), Recorder(sampled, scheduler))
    for (second, text) in [(0.4, "s"), (0.5, "si"), (0.6, "sig"), (1.3, "sign")] {
      scheduler.at(second) { query.data = text }
    }
    scheduler.at(1.9) {}
    #expect(settled.data == "sign")
    #expect(sampled.data == "sign")
    try LessonPicture("lesson-time").expect(
      MarbleDiagram(
        until: .seconds(2), .values("query", source), .values("settled", debounced),
        .values("sampled", throttled)))
  }

  @Test func `operators that join`() throws {
    let left = LiveData(data: 1)
    let right = LiveData(data: "a")
    let latest = left.combineLatest(right)
    let pairs = left.zip(with: right)

    let sides = (Recorder(left, scheduler), Recorder(right, scheduler))
    let combined = Recorder(latest.map { "\($0)\($1)" }, scheduler)
    let zipped = Recorder(pairs.map { "\($0)\($1)" }, scheduler)
    scheduler.at(0.2) { left.data = 2 }
    scheduler.at(0.4) { left.data = 3 }
    scheduler.at(0.5) { right.data = "b" }
    scheduler.at(0.8) { right.data = "c" }
    try LessonPicture("lesson-join").expect(
      MarbleDiagram(
        until: .seconds(1), .values("left", sides.0), .values("right", sides.1), .values("latest", combined),
        .values("pairs", zipped)))
  }

  @Test func `operator that switches`() throws {
    let selected = LiveData(data: 0)
    let progress = [LiveData(data: 25), LiveData(data: 50)]
    let shown = selected.switchToLatest { progress[$0] }

    let recorded = (Recorder(selected, scheduler), Recorder(progress[0], scheduler))
    let (second, result) = (Recorder(progress[1], scheduler), Recorder(shown, scheduler))
    scheduler.at(0.2) { progress[0].data = 30 }
    scheduler.at(0.4) { selected.data = 1 }
    scheduler.at(0.5) { progress[0].data = 35 }
    scheduler.at(0.7) { progress[1].data = 60 }
    try LessonPicture("lesson-switch").expect(
      MarbleDiagram(
        until: .seconds(1), .values("selected", recorded.0), .values("progress[0]", recorded.1),
        .values("progress[1]", second), .values("shown", result)))
  }

  // MARK: Trackers

  @Test func `what is running`() throws {
    let activity = ActivityIndicator<String>(scheduler: scheduler)
    let caption = activity.state.map { $0.loading ? $0.associatedValue ?? "busy" : "idle" }

    let (begun, ended) = (Recorder<String>(scheduler), Recorder<String>(scheduler))
    let shown = Recorder(caption, scheduler)
    var running: [String: Activity<String>] = [:]
    func begin(_ name: String) {
      begun.record(name)
      running[name] = activity.begin(associatedValue: name)
    }
    func end(_ name: String) {
      ended.record(name)
      running.removeValue(forKey: name)?.end()
    }
    scheduler.at(0.1) { begin("Reading") }
    scheduler.at(0.3) { begin("Copying") }
    scheduler.at(0.5) { end("Reading") }
    scheduler.at(0.8) { end("Copying") }
    try LessonPicture("lesson-activity").expect(
      MarbleDiagram(
        until: .seconds(1), lane("Reading", begun, ended), lane("Copying", begun, ended),
        .values("caption", shown)))
  }

  @Test func `what has failed`() throws {
    let errors = ErrorTracker(scheduler: scheduler)
    let banner = errors.current.map { $0.map { "\($0)" } ?? "none" }
    errors.update(with: Offline(), resetTime: .seconds(3), priority: .high, source: "network")
    errors.update(with: Slow(), source: "disk")

    #expect(banner.data == "Offline()")
    errors.reset()
    let (reported, shown) = (Recorder<String>(scheduler), Recorder(banner, scheduler))
    scheduler.at(1) {
      reported.record("slow")
      errors.update(with: Slow(), source: "disk")
    }
    scheduler.at(2) {
      reported.record("offline")
      errors.update(with: Offline(), resetTime: .seconds(3), priority: .high, source: "network")
    }
    scheduler.at(7) {
      reported.record("ok")
      errors.clear("disk")
    }
    scheduler.at(9) {}
    try LessonPicture("lesson-errors").expect(
      MarbleDiagram(until: .seconds(9), .events("reported", reported), .values("banner", shown)))
  }

  @Test func `open requests`() throws {
    let network = NetworkActivityIndicator(
      startDelay: .milliseconds(300), completionDelay: .milliseconds(200), scheduler: scheduler)

    let (begun, ended) = (Recorder<String>(scheduler), Recorder<String>(scheduler))
    let shown = Recorder(network.isVisible, scheduler)
    func start(_ name: String) {
      begun.record(name)
      network.requestDidStart(requestID: name)
    }
    func stop(_ name: String) {
      ended.record(name)
      network.requestDidStop(requestID: name)
    }
    scheduler.at(0.1) { start("short") }
    scheduler.at(0.2) { stop("short") }
    scheduler.at(0.5) { start("long") }
    scheduler.at(1) { stop("long") }
    scheduler.at(1.1) { start("next") }
    scheduler.at(1.5) { stop("next") }
    scheduler.at(2) {}
    try LessonPicture("lesson-network").expect(
      MarbleDiagram(
        until: .seconds(2), .spans("requests", begun: begun.events, ended: ended.events),
        .values("isVisible", shown)))
  }

  // MARK: Actions

  @Test func `an action while it is executing`() throws {
    let scheduler = scheduler
    let work: @Sendable (Int) -> Publishers.Delay<Just<Int>, TestScheduler> = {
      Just($0).delay(for: .milliseconds(300), scheduler: scheduler)
    }
    let rejects = Action<Int, Int> { work($0) }
    let queues = Action<Int, Int>(whileExecuting: .queue()) { work($0) }
    let restarts = Action<Int, Int>(whileExecuting: .restart) { work($0) }
    let overlaps = Action<Int, Int>(whileExecuting: .concurrent(limit: 2)) { work($0) }

    try picture("lesson-reject", of: rejects)
    try picture("lesson-queue", of: queues)
    try picture("lesson-restart", of: restarts)
    try picture("lesson-concurrent", of: overlaps)
  }

  /// Executes an action three times, and draws what becomes of it.
  private func picture(_ name: String, of action: Action<Int, Int>) throws {
    // The scheduler of the work has advanced already if this is not the first picture.
    let origin = scheduler.elapsed / .seconds(1)
    let clock = TestScheduler()
    let (presses, starts) = (Recorder<String>(clock), Recorder<ObjectIdentifier>(clock))
    let (ended, cut) = (Recorder<String>(clock), Recorder<String>(clock))
    let (executing, enabled) = (Recorder(action.executing, clock), Recorder(action.enabled, clock))
    var executions: [Execution<Int>] = []
    let kept = Kept()
    action.executions.observe(owner: self) { starts.record(ObjectIdentifier($0)) }
    for tick in 0...20 {
      clock.at(Double(tick) / 20) {}
      scheduler.at(origin + Double(tick) / 20) {}
      guard [2, 5, 11].contains(tick) else { continue }
      let number = "\(executions.count + 1)"
      presses.record(number)
      let execution = action.execute(executions.count + 1)
      executions.append(execution)
      kept.keep(
        execution.sink(
          receiveCompletion: {
            switch $0 {
            case .finished: ended.record(number)
            case .failure(.notEnabled): presses.record("✗")
            case .failure: cut.record(number)
            }
          }, receiveValue: { _ in }))
    }
    for tick in 21...40 {
      clock.at(Double(tick) / 20) {}
      scheduler.at(origin + Double(tick) / 20) {}
    }
    let begun = starts.events.compactMap { start in
      executions.firstIndex { ObjectIdentifier($0) == start.value }.map {
        Recorder<String>.Event(time: start.time, value: "\($0 + 1)")
      }
    }
    try LessonPicture(name).expect(
      MarbleDiagram(
        until: .seconds(1.2), .events("execute", presses),
        .spans("work", begun: begun, ended: ended.events, cut: cut.events), .values("executing", executing),
        .values("enabled", enabled)))
  }

  /// The lane of one activity.
  private func lane(_ name: String, _ begun: Recorder<String>, _ ended: Recorder<String>)
    -> MarbleDiagram.Lane
  {
    .spans(
      name, begun: begun.events.filter { $0.value == name }, ended: ended.events.filter { $0.value == name })
  }
}
