internal import Board
package import Boundary
internal import Dispatch
package import Processes
internal import TerminalUI
package import Wire

/// The box of a board as a front end sees it: the situation, outputs and past runs that it has sent over a
/// line. The box is in another process, which several front ends share, or in this one.
@MainActor
package final class ServedBox: Boundary.Box {
  /// Why the box is not there any more.
  package enum End: Sendable, Equatable {
    /// The connection has ended.
    case gone
    /// The box ends, and has taken no start that it has not answered.
    case farewell(String)
    /// The box has said why it ends the connection.
    case refused(String)
    /// The box has sent something that this program does not understand.
    case confused(String)
    /// The box was asked, and does not answer.
    case silent
  }

  package private(set) var situation: Situation
  package var onChange: @MainActor () -> Void = {}
  package var onNotice: @MainActor (Notice) -> Void = { _ in }
  /// Called once when the box is not there any more. The situation stays as it was last.
  package var onEnd: @MainActor (End) -> Void = { _ in }
  /// Called with the past runs that this front end looks at, each time that they arrive.
  package var onHistory: (@MainActor (RunHistory) -> Void)?
  /// Set when the box is not there any more.
  package private(set) var end: End?

  private let line: BoxLine
  private let readNow: @MainActor () -> Duration
  /// The clock of a box stops with it, so that no duration grows in the picture of a box that has ended.
  private var timeOfEnd: Duration?
  private var output = (action: "", ring: OutputRing(lineLimit: .max, byteLimit: .max))
  private var history = (action: "", runs: RunHistory())
  private var follower: OutputFollower?
  /// What the box has not finished, by the identifiers of the requests.
  var pending: [UInt64: PendingRequest] = [:]
  var whenLeft: (@MainActor () -> Void)?
  private var lastID: UInt64 = 0
  private var hasSituation = false
  private var pulse = BoxPulse()
  /// While this is held, nothing more is read.
  package var flow: OutputFlow? {
    didSet {
      flow?.whenResumed { [weak self] in
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.line.setPaused(false) } }
      }
    }
  }
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The lines that a follower receives.
  package var lines = Request.Lines()
  /// Whether a command waits while its lines are not read.
  package var holdsCommands = false
  /// Prepares a start before it is sent: what its command inherits, and the board that was read.
  package var prepare: @MainActor (inout Request.Start) -> Void = { _ in }

  /// - Parameters:
  ///   - name: How the history of runs names this front end; nil if there is no other.
  ///   - isShared: Whether runs go on when this front end leaves.
  ///   - everyChange: Whether each change is needed. A screen needs at most twenty a second.
  ///   - now: The present time on the clock of the box.
  ///   - line: Leads to the box, which has its hello.
  package init(
    name: String? = nil, isShared: Bool = true, everyChange: Bool, now: @escaping @MainActor () -> Duration,
    line: BoxLine
  ) {
    self.name = name
    self.isShared = isShared
    self.line = line
    readNow = now
    situation = Situation(title: "")
    request(.follow(Request.Follow(everyChange: everyChange)))
  }

  // MARK: Reading

  package let isShared: Bool

  package let name: String?

  package var hasEnded: Bool { end != nil }

  package var endWords: String { end?.words ?? End.gone.words }

  package var now: Duration { timeOfEnd ?? readNow() }

  package var attention = Attention() {
    didSet {
      guard attention != oldValue else { return }
      var look = Request.Look()
      (look.output, look.history) = (attention.output, attention.history)
      (look.columns, look.rows) = (attention.size?.width ?? 0, attention.size?.height ?? 0)
      request(.look(look))
    }
  }

  package func output(of action: String) -> OutputRing {
    action == output.action ? output.ring : OutputRing(lineLimit: .max, byteLimit: .max)
  }

  package func knowsOutput(of action: String) -> Bool { action == output.action || hasEnded }

  package func history(of action: String) -> RunHistory {
    action == history.action ? history.runs : RunHistory()
  }

  // MARK: Requests

  func request(_ request: Request, descriptors: [Int32] = []) {
    if end == nil { line.send(request, descriptors) }
  }

  /// Sends a request with an identifier, and keeps it until its end. If the box has ended, that is now.
  @discardableResult
  func request(
    _ new: PendingRequest, descriptors: [Int32] = [], _ make: (_ id: UInt64) -> Request
  ) -> UInt64 {
    lastID += 1
    let id = lastID
    if let end {
      new.end(end, wasSent: false)
    } else {
      let request = make(id)
      pending[id] = new
      line.send(request, descriptors)
    }
    return id
  }

  package func follow(_ follower: OutputFollower) {
    self.follower = follower
    lines.onlyRemarks = follower.onlyRemarks
    request(.lines(lines))
  }

  package func stopFollowing() {
    follower = nil
    var none = Request.Lines()
    none.actions = []
    request(.lines(none))
  }

  // MARK: Events

  /// Takes a message of the box.
  package func receive(_ message: some Sequence<UInt8>) {
    take { () throws(WireError) in try BoxEvent.read(message) }
  }

  /// Takes an event of a box in the same process.
  package func receive(_ event: BoxEvent) { take { event } }

  private func take(_ read: () throws(WireError) -> BoxEvent?) {
    guard end == nil else { return }
    pulse.hear()
    do throws(WireError) {
      if let event = try read() { try take(event) }
    } catch {
      close(.confused("\(error)"))
    }
    if flow?.isHeld == true { line.setPaused(true) }
  }

  /// Finds out whether the box answers, when this is called again and again.
  /// - Returns: The seconds until the next call.
  @discardableResult
  package func checkPulse() -> Double {
    guard end == nil else { return pulse.interval }
    // Nothing is read at the moment.
    if flow?.isHeld == true { pulse.hear() }
    switch pulse.step() {
    case .nothing: break
    case .ask: explain("") { _ in }
    case .silent: close(.silent)
    }
    return pulse.interval
  }

  private func take(_ event: BoxEvent) throws(WireError) {
    switch event {
    case .hello: break
    case .state(let difference):
      try situation.apply(difference)
      situationCame()
    case .situation(let whole):
      situation = whole
      situationCame()
    case .output(let part):
      // Another one is looked at meanwhile.
      guard part.action == attention.output else { break }
      if output.action != part.action {
        output = (part.action, OutputRing(lineLimit: .max, byteLimit: .max))
      }
      output.ring.copy(part.lines, first: part.first, start: part.start)
      onChange()
    case .history(let sent):
      guard sent.action == attention.history else { break }
      history = (sent.action, RunHistory(sent.runs))
      onHistory?(history.runs)
      onChange()
    case .lines(let lines):
      if let action = situation[lines.action] { follower?.onLines(lines.lines, action) }
    case .notice(let sent): if let notice = Notice(sent) { onNotice(notice) }
    case .left:
      whenLeft?()
      whenLeft = nil
    case .refusal(let refusal):
      close(refusal.isFarewell ? .farewell(refusal.message) : .refused(refusal.message))
    case .answer, .began, .ended, .entered, .exited, .explanation, .plan, .found, .linesOf, .held:
      guard let id = event.request, let step = pending[id]?.step(event) else { return }
      pending[id] = step.rest
      step.tell()
    }
  }

  private func situationCame() {
    hasSituation = true
    wake()
    onChange()
  }

  /// Returns when the situation has arrived, or the box is not there any more.
  package func waitForSituation() async {
    if hasSituation || end != nil { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func wake() {
    let woken = waiting
    waiting = []
    for one in woken { one.resume() }
  }

  /// The box is not there any more.
  package func close(_ end: End) {
    guard self.end == nil else { return }
    timeOfEnd = readNow()
    self.end = end
    let (pending, whenLeft) = (pending, whenLeft)
    (self.pending, self.whenLeft) = ([:], nil)
    for (_, request) in pending.sorted(by: { $0.key < $1.key }) { request.end(end, wasSent: true) }
    whenLeft?()
    wake()
    onEnd(end)
    onChange()
  }
}

extension ServedBox.End {
  /// Whether the box itself has ended, as far as is known, and not only the connection with it.
  package var isEndOfBox: Bool {
    switch self {
    case .gone, .farewell: true
    case .refused, .confused, .silent: false
    }
  }

  /// What has become of the box, after "the box".
  var words: String {
    switch self {
    case .gone, .farewell: "has ended"
    case .refused(let reason): "has ended the connection: \(reason)"
    case .confused(let reason): "has sent what this program does not understand (\(reason))"
    case .silent: "does not answer"
    }
  }
}
