import Board
import Cluster
import Etcd

/// A machine with a box: what a member wants is done.
final class Host {
  let name: String
  let identity: MemberIdentity
  private(set) var member: Member
  unowned let world: World
  /// Its connection to etcd is cut.
  var isCut = false
  private(set) var isPaused = false
  private(set) var isDead = false
  private(set) var life = 0
  private var waiting: [Input] = []
  var watch: (WatchID, Int64)?
  /// The node that gets the next request, by its place.
  var node = 0
  var lastEvent: Duration = .zero
  private var wake: Duration?
  private var presses = 0

  private(set) var verdicts: [PressID: [PressVerdict]] = [:]
  private(set) var pressed: [PressID: Press] = [:]
  private(set) var takeovers: [Int: TakeoverResult] = [:]
  private(set) var cancelled: [RunID: String] = [:]
  /// What the others know of the ends of its runs.
  private(set) var told: [RunID: [EndVerdict]] = [:]
  private(set) var sent: [EtcdRequest] = []
  private(set) var hasLeft = false
  /// What each guard needs.
  var conditions: [String: [Condition]] = [:]
  /// Whether the facts of this host allow the start after it was granted.
  var allowsStart: (Press) -> Bool = { _ in true }
  /// When a command ends by itself; nil if a test ends it.
  var duration: ((Press) -> Duration)?

  init(_ name: String, _ identity: MemberIdentity, _ settings: ClusterSettings, in world: World) {
    (self.name, self.identity, self.world) = (name, identity, world)
    member = Member(
      identity, settings, at: ClusterMoment(time: world.time, continuous: world.time, wall: world.wall))
  }

  var view: ClusterView { member.view }
  /// How long the machine has slept, by the clock of the world.
  private var slept: Duration = .zero
  private var fellAsleep: Duration?
  /// How late its timers are.
  var lateness: Duration = .zero
  /// All connections that it has shown, in order.
  private(set) var connections: [ClusterView.Connection] = []

  private var moment: ClusterMoment {
    ClusterMoment(time: world.time - slept, continuous: world.time, wall: world.wall)
  }
  var board: String { member.settings.board }

  @discardableResult
  func press(_ action: String, input: String? = nil) -> PressID {
    presses += 1
    let id = PressID(presses)
    let press = Press(
      id: id, action: action, run: RunID("\(identity.id)-\(presses)"), user: name, input: input,
      cause: "a key")
    pressed[id] = press
    receive(.press(press))
    return id
  }

  func receive(_ input: Input) {
    guard !isDead, !hasLeft else { return }
    guard !isPaused else { return waiting.append(input) }
    let outputs = member.handle(input, at: moment) { [conditions, pressed] press, facts in
      Condition.evaluate(conditions[pressed[press]?.action ?? ""] ?? [], facts)
    }
    if connections.last != view.connection { connections.append(view.connection) }
    for output in outputs { perform(output) }
    guard let deadline = member.nextDeadline, deadline != wake else { return }
    wake = deadline
    world.schedule(after: deadline - moment.time + lateness) { [weak self] in
      guard let self, wake == deadline else { return }
      wake = nil
      receive(.time)
    }
  }

  private func perform(_ output: Output) {
    switch output {
    case .send(let id, let request, let limit, let route):
      sent.append(request)
      world.send(request, id, within: limit, by: route, from: self)
    case .watch(let id, _, let first, _): world.watch(id, from: first, by: self)
    case .endWatch: watch = nil
    case .verdict(let press, let verdict):
      verdicts[press, default: []].append(verdict)
      if case .granted = verdict { start(press) }
    case .takenOver(let ticket, let result): takeovers[ticket] = result
    case .told(let run, let verdict): told[run, default: []].append(verdict)
    case .cancelRun(let run, let reason):
      cancelled[run] = reason
      // The command takes a moment to end.
      world.schedule(after: .milliseconds(20)) { [weak self] in
        self?.end(run, .cancelled)
      }
    case .ended: hasLeft = true
    }
  }

  private func start(_ press: PressID) {
    guard let press = pressed[press] else { return }
    guard allowsStart(press) else {
      return world.schedule(after: .zero) { [weak self] in self?.receive(.withdraw(press.id)) }
    }
    world.start("\(board)/\(press.action)", press.run, on: self)
    guard let duration else { return }
    world.schedule(after: duration(press)) { [weak self] in self?.end(press.run, .succeeded) }
  }

  func end(_ run: RunID, _ outcome: RunOutcome, value: String? = nil) {
    guard !isDead, world.isRunning(run) else { return }
    guard !isPaused else {
      return world.schedule(after: .milliseconds(100)) { [weak self] in self?.end(run, outcome, value: value)
      }
    }
    world.stop(run)
    receive(.ended(run, SharedResult(outcome, value: value, ended: 1)))
  }

  func verdict(_ press: PressID) -> PressVerdict? { verdicts[press]?.last }
  func claim(_ press: PressID) -> Claim? {
    if case .granted(let claim)? = verdict(press) { claim } else { nil }
  }
  func refusal(_ press: PressID) -> String? {
    if case .refused(let why)? = verdict(press) { why } else { nil }
  }
  /// Why etcd could not be asked about a press; nil if it was.
  func problem(_ press: PressID) -> String? {
    if case .unavailable(let why, _)? = verdict(press) { why } else { nil }
  }

  /// SIGSTOP and SIGCONT: the command goes on, and nothing reaches the box.
  func pause() { isPaused = true }
  /// The lid is closed: until `resume`, its clocks and timers stand still, too.
  func sleep() {
    isPaused = true
    fellAsleep = world.time
  }
  func resume() {
    isPaused = false
    if let fellAsleep { slept += world.time - fellAsleep }
    fellAsleep = nil
    let inputs = waiting
    waiting = []
    for input in inputs { receive(input) }
    receive(.time)
  }

  /// kill -9, or the power is gone: the keeper ends the commands.
  func kill() {
    isDead = true
    life += 1
    watch = nil
    world.stopAll(of: self)
  }
}

/// A part of a guard: a fact of a shared action that must be so.
struct Condition {
  let action: String
  let property: GuardFact.Property
  var isTrue = true

  var fact: GuardFact { .action(action, property) }

  static func evaluate(_ conditions: [Self], _ facts: SharedFacts) -> Verdict {
    let missing = conditions.filter { $0.holds(facts) != $0.isTrue }
    guard !missing.isEmpty else { return .passes }
    return .blocked(by: missing.map { ($0.isTrue ? "" : "not ") + $0.fact.description })
  }

  private func holds(_ facts: SharedFacts) -> Bool? {
    guard let facts = facts.action(action) else { return nil }
    return switch property {
    case .running: facts.isRunning
    case .succeeded: facts.hasSucceeded
    case .failed: facts.hasFailed
    case .idle: facts.isIdle
    case .ended: facts.hasEnded
    default: nil
    }
  }
}
