import Board
import Boundary
import BoxClient
import BoxServer
import Jobs
import LoopbackBox
import Programs
import SignalboxCore
import SignalboxTesting
import Wire

/// The box of a board in virtual time, and connections to it.
@MainActor
final class VirtualBox {
  let scheduler = TestScheduler()
  let interlocking: Interlocking
  let host: BoxHost
  private(set) var idleCount = 0
  private(set) var stops: [Bool] = []

  init(_ actions: String, settings: String = "") throws {
    let scheduler = scheduler
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    interlocking = Interlocking(
      try Board.parse("title: Test\n" + settings + "actions:\n" + actions, file: "test.yml"),
      environment: environment)
    var identity = BoxEvent.Hello()
    (identity.pid, identity.board) = (4711, "/home/me/test.yml")
    host = BoxHost(interlocking, identity: identity) { SessionPace(scheduler) }
    host.begin()
    host.onIdle = { [weak self] in self?.idleCount += 1 }
    host.onStop = { [weak self] in self?.stops.append($0) }
  }

  /// Opens a connection, which says nothing.
  func connect() -> RawFrontEnd { RawFrontEnd(line()) { [scheduler] in scheduler.advance() } }

  /// Opens a connection, and says hello.
  func attach(
    _ kind: FrontEndKind, name: String = "", isReadOnly: Bool = false, context: String? = nil
  ) -> RawFrontEnd {
    let frontEnd = connect()
    var hello = Request.Hello()
    (hello.kind, hello.name, hello.isReadOnly, hello.context) = (kind, name, isReadOnly, context)
    frontEnd.send(.hello(hello))
    return frontEnd
  }

  func line() -> LoopbackLine {
    LoopbackLine(host) { [scheduler] block in scheduler.schedule { MainActor.assumeIsolated { block() } } }
  }

  func advance(by duration: Duration = .zero) { scheduler.advance(by: duration) }

  func runCount(_ id: String) -> Int? { interlocking[id]?.moment.record.runs.count }

  func isRunning(_ id: String) -> Bool { interlocking[id]?.moment.isRunning == true }

  /// An action prints lines.
  func print(_ lines: [OutputLine], by action: String) { interlocking[action]?.output.append(lines) }
}

/// A connection to a box that sends requests and records events.
@MainActor
final class RawFrontEnd {
  let line: LoopbackLine
  private(set) var events: [BoxEvent] = []
  /// The situation that the differences lead to.
  private(set) var situation = Situation(title: "")
  private(set) var stateCount = 0
  private let settle: () -> Void

  init(_ line: LoopbackLine, settle: @escaping () -> Void) {
    self.line = line
    self.settle = settle
    line.onMessage = { [unowned self] in receive($0) }
  }

  private func receive(_ message: [UInt8]) {
    guard let event = try? BoxEvent.read(message) else { return }
    if case .state(let difference) = event {
      stateCount += 1
      try? situation.apply(difference)
    } else {
      events.append(event)
    }
  }

  /// Sends a request, and lets its answers arrive.
  func send(_ request: Request, descriptors: [Int32] = []) {
    line.send(request.line, descriptors: descriptors)
    settle()
  }

  func send(_ text: String) {
    line.send(Array(text.utf8))
    settle()
  }

  /// Ends the connection.
  func close() {
    line.close()
    settle()
  }

  /// Requests a start.
  func start(
    _ action: String, id: UInt64 = 1, confirmed: String? = nil, bytes: BytesUse = .none,
    detached: Bool = false
  ) {
    var start = Request.Start()
    (start.id, start.action, start.confirmed) = (id, action, confirmed)
    (start.bytes, start.detached) = (bytes, detached)
    send(.start(start))
  }

  func cancel(action: String? = nil, start: UInt64? = nil) {
    var cancel = Request.Cancel()
    (cancel.action, cancel.start) = (action, start)
    send(.cancel(cancel))
  }

  func follow(everyChange: Bool = true) { send(.follow(Request.Follow(everyChange: everyChange))) }

  func followLines(of actions: [String]? = nil, onlyRemarks: Bool = false) {
    var lines = Request.Lines()
    (lines.actions, lines.onlyRemarks) = (actions, onlyRemarks)
    send(.lines(lines))
  }

  /// Why starts were refused, by their identifiers; nil for accepted ones.
  var answers: [UInt64: String?] {
    var answers: [UInt64: String?] = [:]
    for case .answer(let answer) in events { answers[answer.id] = .some(answer.refused) }
    return answers
  }

  /// The outcomes of runs, by the identifiers of their starts.
  var outcomes: [UInt64: RunOutcome] {
    var outcomes: [UInt64: RunOutcome] = [:]
    for case .ended(let ended) in events { outcomes[ended.id] = ended.outcome }
    return outcomes
  }

  var refusals: [String] {
    events.compactMap { if case .refusal(let refusal) = $0 { refusal.message } else { nil } }
  }

  var lines: [OutputLine] {
    events.flatMap { event -> [OutputLine] in if case .lines(let lines) = event { lines.lines } else { [] } }
  }

  var notices: [BoxEvent.NoticeSent] {
    events.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  var hasLeft: Bool { events.contains(.left) }
}
