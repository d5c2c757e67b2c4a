import Board
import Boundary
import BoxClient
import BoxServer
import Jobs
import Processes
import Programs
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing
import Wire

/// A front end in the process of its box, which nobody shares.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct InnerLineTests {
  private let scheduler = TestScheduler()
  private let interlocking: Interlocking
  private let host: BoxHost
  private let flow = SharedFlow()
  private let events = Recorded<BoxEvent>()
  private let line: BoxLine
  private let inner: InnerLine

  init() throws {
    let scheduler = scheduler
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    interlocking = Interlocking(
      try Board.parse(
        "actions: { build: { simulate: { duration: 1s } }, deploy: { simulate: { duration: 1s }, enabled-if: build.succeeded } }",
        file: "test.yml"),
      environment: environment)
    host = BoxHost(interlocking, isShared: false, flow: flow) { SessionPace(scheduler) }
    host.begin()
    var hello = Request.Hello()
    hello.kind = .watch
    inner = InnerLine(host)
    line = inner.frontEnd(saying: hello)
    inner.onEvent = { [events] in events.append($0) }
    line.send(.follow(Request.Follow(everyChange: true)), [])
    line.send(.lines(Request.Lines()), [])
    scheduler.advance()
  }

  private var situations: [Situation] {
    events.values.compactMap { if case .situation(let situation) = $0 { situation } else { nil } }
  }

  private var lines: [OutputLine] {
    events.values.flatMap { event -> [OutputLine] in
      if case .lines(let lines) = event { lines.lines } else { [] }
    }
  }

  private var answers: [BoxEvent.Answer] {
    events.values.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
  }

  private static func startRequest(_ action: String, id: UInt64) -> Request.Start {
    var start = Request.Start()
    (start.id, start.action) = (id, action)
    return start
  }

  private func start(_ action: String = "build") {
    line.send(.start(Self.startRequest(action, id: 1)), [])
  }

  @Test func `the answer and the new situation come at once`() {
    #expect(situations.last?["build"]?.phase == .idle)
    start()
    #expect(situations.last?["build"]?.isRunning == true)
    #expect(answers.map(\.refused) == [nil])
    scheduler.advance(by: .seconds(2))
    #expect(situations.last?["build"]?.phase == .succeeded)
    #expect(events.values.contains { if case .ended(let ended) = $0 { ended.id == 1 } else { false } })
    // The only front end has no name in the history.
    #expect(interlocking["build"]?.moment.record.history.entries.last?.starter == nil)
  }

  @Test func `a start that is refused changes nothing, so that no other situation comes`() {
    let before = situations.count
    start("deploy")
    scheduler.advance()
    #expect(answers.map { $0.refused != nil } == [true])
    #expect(situations.count == before)
  }

  @Test func `a start whose outputs could not be copied is refused`() {
    var start = Self.startRequest("build", id: 1)
    start.bytes = .descriptors
    // As if no descriptor were left.
    line.send(.start(start), [-1])
    #expect(answers.map(\.refused) == ["its outputs cannot be passed on: too many open files"])
    #expect(interlocking["build"]?.moment.isRunning == false)
  }

  @Test
  func `what is requested because of an event comes after it, and no earlier situation after a later one`() {
    let inner = inner
    var begun = 0
    // As soon as it runs, it is cancelled, and started again.
    inner.onEvent = { [events, line] event in
      events.append(event)
      guard case .situation(let situation) = event, situation["build"]?.isRunning == true, begun < 3 else {
        return
      }
      begun += 1
      var cancel = Request.Cancel()
      cancel.action = "build"
      line.send(.cancel(cancel), [])
      line.send(.start(Self.startRequest("build", id: UInt64(10 + begun))), [])
    }
    start()
    scheduler.advance(by: .seconds(5))
    let counts = situations.compactMap { $0["build"]?.runs.count }
    #expect(counts == counts.sorted())
    #expect(begun == 3)
    #expect(situations.last?["build"]?.runs.count == interlocking["build"]?.moment.record.runs.count)
  }

  @Test func `many lines at once are read at once, in order, before the end of their run`() {
    start()
    scheduler.advance()
    interlocking["build"]?.output.append((1...1_500).map { OutputLine("\($0)") })
    interlocking["deploy"]?.output.append((1...10).map { OutputLine("\($0)") })
    let line = OutputLine("11")
    let inner = inner
    var isLate = false
    inner.onEvent = { [events, interlocking] event in
      events.append(event)
      // More is printed while the lines are read.
      guard case .lines(let lines) = event, lines.action == "build", !isLate else { return }
      isLate = true
      interlocking["deploy"]?.output.append([line])
    }
    scheduler.advance(by: .seconds(2))
    let read = events.values.flatMap { event -> [String] in
      guard case .lines(let lines) = event, lines.action == "deploy" else { return [] }
      return lines.lines.map(\.text)
    }
    #expect(read == (1...11).map(String.init))
  }

  @Test func `who reads nothing gets the last situation, and every line`() {
    line.setPaused(true)
    let before = situations.count
    start()
    scheduler.advance()
    for number in 1...100 {
      interlocking["build"]?.output.append([OutputLine("line \(number)")])
      scheduler.advance(by: .milliseconds(1))
    }
    scheduler.advance(by: .seconds(2))
    #expect(situations.count == before)
    line.setPaused(false)
    scheduler.advance()
    #expect(lines.filter { !$0.isNote }.map(\.text) == (1...100).map { "line \($0)" })
    #expect(situations.last?["build"]?.phase == .succeeded)
  }

  @Test func `all commands wait while nobody reads, and nothing is left out`() {
    line.setPaused(true)
    let count = 30_000
    for number in 1...count {
      interlocking["build"]?.output.append([OutputLine("\(number)")])
      if number % 1_000 == 0 { scheduler.advance() }
    }
    scheduler.advance()
    #expect(flow.flow.isHeld)
    line.setPaused(false)
    scheduler.advance()
    #expect(!flow.flow.isHeld)
    #expect(lines.count == count)
    #expect(lines.allSatisfy { $0.skippedBefore == 0 })
  }

  @Test func `all commands wait while the main actor has no turn, and nothing is left out`() {
    let count = 30_000
    for number in 1...count { interlocking["build"]?.output.append([OutputLine("\(number)")]) }
    #expect(flow.flow.isHeld)
    scheduler.advance()
    #expect(!flow.flow.isHeld)
    #expect(lines.count == count)
    #expect(lines.allSatisfy { $0.skippedBefore == 0 })
  }

  @Test func `leaving ends everything, and is told then`() async {
    start()
    scheduler.advance()
    line.send(.leave(.init()), [])
    while !events.values.contains(.left), !Task.isCancelled {
      scheduler.advance(by: .milliseconds(10))
      await Task.yield()
    }
    #expect(situations.last?["build"]?.phase == .cancelled)
    #expect(interlocking.running.isEmpty)
  }
}
