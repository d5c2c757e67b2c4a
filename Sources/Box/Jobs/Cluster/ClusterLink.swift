internal import Board
internal import Boundary
internal import Cluster
internal import Etcd
internal import Processes
internal import SignalboxCore

/// The part of a box in a cluster: carries out what the member of the protocol wants, and hands in what
/// happens.
///
/// The protocol itself is ``Member``, which knows no time, no threads and no connections.
@MainActor
package final class ClusterLink {
  /// What is needed to decide about a press.
  struct Rules {
    /// Evaluates the guard of an action, with these facts of shared actions and the present ones of this
    /// machine.
    var verdict: (_ action: String, SharedFacts) -> Verdict
    /// Something is known that was not known before.
    var onChange: () -> Void
    /// A run must not go on, for this reason.
    var cancel: (_ action: String, _ reason: String) -> Void
  }

  /// Why a shared action is not started where nobody can wait for an answer.
  static let needsAnswer = "is shared with other machines, which have to be asked"

  private var member: Member
  /// What the member knew after the last input. It cannot be read while it handles one, and guards are
  /// evaluated then.
  private var view: ClusterView
  private var settings: ClusterSettings
  private let traffic: EtcdTraffic
  private let environment: JobEnvironment
  private let station: Station
  private let rules: Rules
  private let times: ClusterTimes
  private let trouble: TroubleReport
  private var presses: [PressID: ClusterPress] = [:]
  private var lastNumber = 0
  private var takeovers: [Int: @MainActor (TakeOverAnswer) -> Void] = [:]
  /// Who wants to know what the others know of the ends of runs.
  private var ends: [RunID: @MainActor (EndVerdict) -> Void] = [:]
  /// Whether the board has left the cluster.
  private var isFormer = false
  /// Called when it has left, if it leaves as soon as its runs have ended.
  private var whenDone: (@MainActor () -> Void)?
  /// The runs of this machine, by the names of their actions.
  private var runs: [RunID: OwnRun] = [:]
  /// The runs whose results this machine has itself, or had when its last run of the action began.
  private var known: [String: [RunID]] = [:]
  /// The most runs of an action that are known at the same time.
  private static let knownLimit = 2 * SharedPolicy.slotLimit
  private var departure: [CheckedContinuation<Void, Never>] = []
  private var hasEnded = false

  private struct OwnRun {
    let action: String
    /// How many runs of the action had begun on this machine when it was accepted.
    let earlierRuns: Int
    var value: String?
    var fraction: Double?
  }

  init(
    _ identity: MemberIdentity, _ settings: ClusterSettings, connection: any EtcdConnection,
    environment: JobEnvironment, station: Station, rules: Rules
  ) {
    let member = Member(identity, settings, at: ClusterMoment(station, environment))
    (self.member, self.settings, view) = (member, settings, member.view)
    traffic = EtcdTraffic(connection, environment, station)
    self.environment = environment
    self.station = station
    self.rules = rules
    times = ClusterTimes(wall: environment.wallMilliseconds, at: station.now)
    trouble = TroubleReport(station.errors, times)
    traffic.onInput = { [weak self] in self?.handle($0) }
    handle(.time)
  }

  // MARK: What is known

  private var board: String { settings.board }

  private func address(_ name: String) -> ActionAddress { ActionAddress(name, onBoard: board) }

  /// The facts of a shared action of this board or of another one, on all machines; nil if they are unknown.
  func facts(of name: String) -> ActionFacts? { view.facts(of: address(name)) }

  /// Whether nothing but its guard is against a start of an action.
  func allows(_ id: String) -> Bool {
    guard obstacle(to: id) == nil, let action = settings.action(id) else { return false }
    let runs = view.runs[address(id)] ?? []
    return action.queueLimit != nil || runs.count < action.slots && !runs.contains(where: \.isLost)
  }

  private func obstacle(to id: String) -> String? {
    if let refusal = view.lossRefusal { return refusal }
    if let disagreement = view.disagreements[id] { return "is locked: \(disagreement)" }
    if settings.action(id) == nil { return "is not shared with this board yet" }
    if let refusal = view.refusal { return "cannot be asked for: \(refusal)" }
    if let division = view.division { return "is locked: \(division)" }
    return view.connection.silence.map { $0.wait(times) }
  }

  /// What front ends show of an action beyond this machine.
  func state(of id: String) -> SharedState {
    var state = SharedState()
    state.obstacle = obstacle(to: id)
    state.askingSince = view.asking.filter { $0.action == id }.map(\.since).min()
    state.waiting = presses.values.count { $0.action == id && $0.isQueued }
    state.runs = (view.runs[address(id)] ?? []).filter { !$0.isMine }.map { run in
      var shown = SharedRun()
      (shown.id, shown.host, shown.user, shown.input) = (run.id.rawValue, run.host, run.user, run.input)
      (shown.value, shown.fraction) = (run.value, run.fraction)
      (shown.lostSince, shown.lastHeard) = (run.lostSince, run.lastHeard)
      shown.since = firstSeen[run.id] ?? station.now
      return shown
    }
    state.endingSince = view.endings[id]
    state.wait = wait(of: id, state)
    return state
  }

  /// What a start of an action or the end of a run waits for; nil for nothing.
  private func wait(of id: String, _ state: SharedState) -> String? {
    let etcd = view.connection.silence.flatMap { $0.isUsual ? nil : $0.wait(times) }
    if state.endingSince != nil, let etcd { return "has ended, and \(etcd)" }
    if state.askingSince != nil {
      return etcd
        ?? view.asking.first { $0.action == id && $0.why != nil }?.why.map { "waits for etcd: \($0)" }
    }
    guard state.waiting > 0 else { return nil }
    if let etcd { return etcd }
    if let lost = state.lostRun { return "waits for the run on \(lost.place), which does not respond" }
    let places = state.runs.map(\.place).unique
    return places.isEmpty ? nil : "waits for the run on \(places.joined(separator: " or "))"
  }

  /// When runs of other machines were first seen.
  private var firstSeen: [RunID: Duration] = [:]

  private func noteRuns() {
    let present = Set(view.runs.values.joined().map(\.id))
    firstSeen = firstSeen.filter { present.contains($0.key) }
    for id in present where firstSeen[id] == nil { firstSeen[id] = station.now }
  }

  /// The connection, as front ends show it.
  var state: ClusterState {
    var state = ClusterState(realm: settings.realm)
    state.hosts =
      view.hosts.filter { $0.host != member.identity.host }.map { "\($0.user)@\($0.host)" }.unique
    state.silentSince = view.connection.silence?.since
    state.trouble = view.connection.silence?.why
    return state
  }

  /// The last result of an action, if it is that of a run on another machine, and newer than that of this
  /// one.
  func resultElsewhere(of id: String) -> LastValue? {
    view.last[address(id)].flatMap { known[id]?.contains($0.run) == true ? nil : $0 }
  }

  // MARK: Requests

  /// Asks for the right to start an action. The press is answered once, in this turn or a later one.
  func ask(for press: ClusterPress) {
    lastNumber += 1
    let id = PressID(lastNumber)
    var press = press
    press.id = id
    presses[id] = press
    handle(
      .press(
        Press(
          id: id, action: press.action, run: RunID(RandomName.make()), user: member.identity.user,
          input: press.input, cause: press.cause.wordsElsewhere)))
  }

  /// Gives up presses that are not decided, and those that were granted in this turn.
  func withdraw(where matches: (ClusterPress) -> Bool) {
    for (id, press) in presses where matches(press) { handle(.withdraw(id)) }
  }

  /// Whether a press of this action is not decided.
  func isAsking(for id: String) -> Bool { presses.values.contains { $0.action == id } }

  /// A granted run has been accepted. It begins in a later turn.
  /// - Parameter earlierRuns: How many runs of the action have begun on this machine before.
  func began(_ run: RunID, of action: String, after earlierRuns: Int) {
    runs[run] = OwnRun(action: action, earlierRuns: earlierRuns)
    let earlier = (known[action] ?? []) + [view.last[address(action)]?.run].compactMap(\.self)
    known[action] = (earlier + [run]).suffix(Self.knownLimit)
  }

  /// A run of this machine has ended, or was not started in spite of its grant.
  /// - Parameter onVerdict: Called with what the others know of that, once or twice.
  func ended(_ run: RunID, _ result: SharedResult, onVerdict: (@MainActor (EndVerdict) -> Void)? = nil) {
    runs[run] = nil
    if hasEnded { onVerdict?(.unknown("its box has ended")) } else if let onVerdict { ends[run] = onVerdict }
    handle(.ended(run, result))
    leaveIfDone()
  }

  /// The actions of which a run of this machine is in progress.
  var present: Set<String> { Set(runs.values.map(\.action)) }

  /// Tells the other machines how far the runs of an action are, which the member does not do often.
  /// - Parameter runCount: How many runs of the action have begun. Of one that has not, nothing is known yet.
  func report(_ action: String, value: String?, fraction: Double?, runCount: Int) {
    for (id, run) in runs where run.action == action && run.earlierRuns < runCount {
      guard (run.value, run.fraction) != (value, fraction) else { continue }
      runs[id]?.value = value
      runs[id]?.fraction = fraction
      handle(.progress(id, value: value, fraction: fraction))
    }
  }

  func takeOver(_ order: TakeOverOrder, by person: String) {
    if let mistake = TakeOverOrder.mistake(in: order.reason) { return order.onAnswer(.refused(mistake)) }
    lastNumber += 1
    takeovers[lastNumber] = order.onAnswer
    handle(
      .takeOver(
        Takeover(
          ticket: lastNumber, action: order.action, runs: order.runs.map { Set($0.map { RunID($0) }) },
          person: person, reason: order.reason)))
  }

  /// A person has dismissed what was wrong with etcd. What it has lost locks nothing any more.
  func acknowledgeLoss() {
    if view.dataLoss != nil { handle(.acknowledgeLoss) }
  }

  /// The board has changed.
  func take(_ settings: ClusterSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    handle(.settings(settings))
  }

  /// The board names other servers of the same realm, or another user. This stays the same member.
  func reconnect(to connection: any EtcdConnection, _ settings: ClusterSettings) {
    traffic.use(connection)
    self.settings = settings
    handle(.reconnected(settings))
  }

  /// Starts nothing any more, and leaves when the present runs have ended and the others know of that.
  func leaveWhenDone(_ whenDone: @escaping @MainActor () -> Void) {
    withdraw { _ in true }
    isFormer = true
    trouble.take(nil)
    self.whenDone = whenDone
    leaveIfDone()
  }

  private func leaveIfDone() {
    guard let whenDone, runs.isEmpty, !member.owesNews else { return }
    self.whenDone = nil
    Task {
      await leave()
      whenDone()
    }
  }

  /// Whether the other machines do not know yet what this one has done: that a run has ended, or that a press
  /// is given up.
  var owesNews: Bool { !hasEnded && member.owesNews }

  /// Tells the other machines that this one leaves. Returns when they know, or after some seconds.
  func leave() async {
    if hasEnded { return }
    await withCheckedContinuation { continuation in
      departure.append(continuation)
      if departure.count == 1 { handle(.leave) }
    }
  }

  // MARK: The member

  private func handle(_ input: Input) {
    let outputs = member.handle(input, at: ClusterMoment(station, environment)) {
      [presses, rules] press, facts in
      guard let press = presses[press] else { return .blocked(by: ["a press that was not given up"]) }
      return rules.verdict(press.action, facts)
    }
    view = member.view
    noteRuns()
    if !isFormer { trouble.take(ClusterTrouble(view)) }
    for output in outputs { carryOut(output) }
    traffic.ring(at: member.nextDeadline)
    rules.onChange()
    leaveIfDone()
  }

  private func carryOut(_ output: Output) {
    switch output {
    case .send, .watch, .endWatch: traffic.carryOut(output)
    case .verdict(let id, let verdict): take(verdict, on: id)
    case .takenOver(let ticket, let result):
      takeovers.removeValue(forKey: ticket)?(TakeOverAnswer(result))
    case .told(let run, let verdict): tell(verdict, on: run)
    case .cancelRun(let run, let reason):
      if let action = runs[run]?.action { rules.cancel(action, reason) }
    case .ended:
      hasEnded = true
      traffic.end()
      if !isFormer { trouble.take(nil) }
      for end in ends.values { end(.unknown("its box has ended")) }
      ends = [:]
      for continuation in departure { continuation.resume() }
      departure = []
    }
  }

  private func take(_ verdict: PressVerdict, on id: PressID) {
    switch verdict {
    case .asking: presses[id]?.isQueued = false
    case .queued: presses[id]?.isQueued = true
    case .granted(let claim):
      guard let press = presses.removeValue(forKey: id) else { return handle(.withdraw(id)) }
      if !press.onVerdict(.success(claim)) { handle(.withdraw(id)) }
    case .refused(let reason): refuse(id, Refusal(reason: reason))
    case .unavailable(let reason, let mayPass):
      refuse(id, Refusal(reason: reason, problem: mayPass ? .silence : .refusal))
    }
  }

  private func refuse(_ id: PressID, _ refusal: Refusal) {
    if let press = presses.removeValue(forKey: id) { _ = press.onVerdict(.failure(refusal)) }
  }

  private func tell(_ verdict: EndVerdict, on run: RunID) {
    guard let end = ends[run] else { return }
    // What is not known may be known later.
    if case .unknown = verdict {} else { ends[run] = nil }
    end(verdict)
  }

  /// Why a press is not granted.
  struct Refusal: Error {
    /// Why etcd could not be asked.
    enum Problem { case silence, refusal }

    let reason: String
    /// Nil if it was asked.
    var problem: Problem?
  }
}

extension ClusterMoment {
  /// The present one.
  fileprivate init(_ station: Station, _ environment: JobEnvironment) {
    // Whatever happens between the two, the machine does not seem to have slept meanwhile.
    let continuous = station.ageTime
    self.init(time: station.now, continuous: continuous, wall: environment.wallMilliseconds)
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each once.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
