internal import Board
internal import Boundary
internal import Inputs
internal import SignalboxCore

/// Knows the inputs of all actions that have some: how they are, and how they were before each attempt.
///
/// What is read is not believed to be so any more as soon as somebody may have written it. So unknown is
/// usual for a moment, and never lets anything start.
@MainActor
final class InputMonitor {
  /// The files of a selection, which several actions may share.
  struct Place {
    let selection: InputSelection
    let base: String
    /// The interval in which the board wants them looked at.
    var poll: Duration?
    /// What gives notice of changes; nil if nothing does.
    var watches: TreeWatches?
    /// Nil until they were looked at.
    var table: InputTable?
    /// What was written since the begin of the last look.
    var noticed: Set<PathBytes> = []
    /// Whether files may have come or gone since then.
    var isRestructured = false
    /// The same of what the look that is out reads; nil if none is out.
    var beingRead: BeingRead?
    /// When a change was noticed last; nil if none was.
    var lastNotice: Duration?

    /// Whether changes can go unnoticed, so that the files are looked at from time to time.
    var isPolled: Bool { poll != nil || watches?.isComplete != true }

    /// Whether something was noticed that no look has begun to read.
    var hasToBeRead: Bool { isRestructured || !noticed.isEmpty }

    /// Whether something was noticed that was not read.
    var isUnsettled: Bool { hasToBeRead || beingRead?.isAnything == true }

    /// A look begins.
    mutating func beginReading() {
      beingRead = BeingRead(noticed: noticed, isRestructured: isRestructured)
      (noticed, isRestructured) = ([], false)
    }

    /// A look has ended.
    /// - Parameter isRead: Whether it has found something; otherwise the next one reads the same.
    mutating func endReading(isRead: Bool) {
      if let beingRead, !isRead {
        noticed.formUnion(beingRead.noticed)
        isRestructured = isRestructured || beingRead.isRestructured
      }
      beingRead = nil
    }
  }

  /// Distinguishes the places of a board.
  private struct PlaceKey: Hashable {
    let base: String
    let selection: ContentDigest

    init(_ base: String, _ selection: InputSelection) {
      (self.base, self.selection) = (base, selection.digest)
    }
  }

  /// What was noticed before a look.
  struct BeingRead {
    let noticed: Set<PathBytes>
    let isRestructured: Bool

    var isAnything: Bool { isRestructured || !noticed.isEmpty }
  }

  /// How long a look may take before what waits for it goes on without.
  static let limit = Duration.seconds(10)
  /// How long a look may take before it is shown.
  static let patience = Duration.milliseconds(300)

  /// Called when the freshness of an action may have changed.
  var onChange: () -> Void = {}

  let station: Station
  let environment: JobEnvironment
  var places: [Place] = []
  /// The places of actions with inputs.
  var placesByAction: [String: Int] = [:]
  /// The actions from whose results an action is made.
  private(set) var sources: [String: [String]] = [:]
  var attempts: [UInt64: InputAttempt] = [:]
  /// Attempts of earlier processes that the next look reads.
  var restores: [UInt64: InputRestore] = [:]
  /// The last attempt of each action, whatever became of it.
  var lastAttempts: [String: UInt64] = [:]
  var lastTicket: UInt64 = 0
  /// How many states are being written.
  var keepingCount = 0
  /// What waits until nothing is written any more.
  var waits: [() -> Void] = []
  /// The look that is out, and what waits for it.
  var out: [LookRequest] = []
  /// What waits for the next look.
  var waiting: [LookRequest] = []
  var pollTimer: AnyCancellable?
  var notices: InputNotices?
  /// Until the notices that have come are read.
  var noticeTimer: AnyCancellable?
  /// Until what was written is read.
  var settleTimer: AnyCancellable?
  /// How long the last look took.
  var lastLook = Duration.zero
  /// The same for the last one that only had to read what was noticed.
  var lastReading = Duration.zero
  var retryTimer: AnyCancellable?
  /// Whether the files are followed; otherwise they are looked at only for a start.
  var isFollowing = false

  init(_ station: Station, _ environment: JobEnvironment) {
    (self.station, self.environment) = (station, environment)
  }

  /// Whether any action has inputs.
  var isNeeded: Bool { !placesByAction.isEmpty }

  /// The actions that there are now.
  func take(_ definitions: [ActionDefinition], of board: Board) {
    sources = [:]
    placesByAction = [:]
    guard definitions.contains(where: { $0.inputs != nil }) || !places.isEmpty else { return }
    let known = Dictionary(places.map { (PlaceKey($0.base, $0.selection), $0) }) { first, _ in first }
    let watches = places.compactMap(\.watches)
    var indices: [PlaceKey: Int] = [:]
    places = []
    for definition in definitions {
      guard let inputs = definition.inputs, let (base, selection) = definition.selection(on: board) else {
        continue
      }
      sources[definition.id] = inputs.actions
      let key = PlaceKey(base, selection)
      let index = indices[key] ?? places.count
      if index == places.count {
        indices[key] = index
        var place = Place(selection: selection, base: base)
        if let old = known[key], old.selection == selection {
          place = old
          place.poll = nil
          // What is out is of the places before.
          place.endReading(isRead: false)
        }
        places.append(place)
      }
      placesByAction[definition.id] = index
      if let poll = inputs.poll { places[index].poll = min(places[index].poll ?? poll, poll) }
    }
    generation += 1
    TreeWatches.remove(watches, except: places.compactMap(\.watches))
    if isFollowing { lookAtAll() }
  }

  /// Differs whenever the places are others.
  private(set) var generation = 0

  /// From now on the files are followed.
  func follow() {
    guard !isFollowing else { return }
    isFollowing = true
    lookAtAll()
  }

  func lookAtAll() {
    guard isNeeded else { return }
    if isFollowing { listen() }
    look(at: Set(placesByAction.keys)) { _ in }
  }

  // MARK: Attempts

  /// An attempt of an action is about to begin. Passes its ticket when the inputs have been looked at.
  func begin(
    _ action: String, onSlow: @escaping @Sendable () -> Void,
    identity: @escaping (String) -> KeptInputs.Source,
    _ onEnd: @escaping (InputTicket?) -> Void
  ) {
    guard placesByAction[action] != nil else { return onEnd(nil) }
    let slow = timer(after: Self.patience, onSlow)
    // What was written without a notice differs at the end of the attempt, where all is looked at.
    look(at: [action], isPartial: true, tries: 3) { [weak self] hasLooked in
      slow.cancel()
      guard let self, let place = placesByAction[action] else { return onEnd(nil) }
      lastTicket += 1
      var attempt = InputAttempt(
        action: action, selection: places[place].selection.digest,
        snapshot: hasLooked ? places[place].table : nil,
        sources: Dictionary(uniqueKeysWithValues: (sources[action] ?? []).map { ($0, identity($0)) }))
      // What was written since the look began may have been read before or after that.
      if places[place].isUnsettled {
        attempt.touched = StaleInputs(places[place].noticed.first?.text ?? "", .written, at: station.now)
      }
      lastAttempts[action] = lastTicket
      attempt.key =
        "\(attempt.snapshot.map { "\($0.digest)" } ?? "unknown")-\(environment.wallMilliseconds)-\(lastTicket)"
      attempts[lastTicket] = attempt
      onEnd(InputTicket(number: lastTicket, key: attempt.key))
    }
  }

  /// Follows what the jobs do: looks at the inputs of successes when they have ended, and forgets attempts
  /// that have led to nothing.
  func update(_ jobs: [InputSubject]) {
    guard isNeeded, !attempts.isEmpty else { return }
    var needed = Set(lastAttempts.values)
    for job in jobs {
      let record = job.moment.record
      needed.formUnion(record.attemptInputs.values.map(\.number))
      guard let ticket = record.inputs?.number, let attempt = attempts[ticket] else { continue }
      needed.insert(ticket)
      if !attempt.isComplete, !attempt.isCompleting { complete(ticket) }
    }
    attempts = attempts.filter { needed.contains($0.key) }
  }

  private func complete(_ ticket: UInt64) {
    guard let action = attempts[ticket]?.action else { return }
    attempts[ticket]?.isCompleting = true
    look(at: [action], completing: ticket) { [weak self] hasLooked in
      guard let self else { return }
      attempts[ticket]?.isCompleting = false
      defer { endWaits() }
      // Without the look nothing is said about what happened meanwhile.
      if hasLooked {
        attempts[ticket]?.isComplete = true
        attempts[ticket]?.share(placesByAction[action].flatMap { places[$0].table })
        keep(ticket)
      }
      onChange()
    }
  }

  // MARK: Freshness

  /// Whether the inputs of the last success of a job, or of the present program of a service, are as they
  /// were; nil if it has no inputs.
  func freshness(of job: InputSubject, among others: (String) -> InputSubject?) -> Freshness? {
    guard let index = placesByAction[job.definition.id], job.definition.inputs != nil else { return nil }
    let moment = job.moment
    let record = moment.record
    let isServing = job.definition.service != nil && moment.isRunning
    if !isServing {
      guard record.runs.last.result == .succeeded else { return .missing }
      guard record.isResultKnown else { return .unknown("its result is too old") }
    }
    let ticket = isServing ? record.attemptInputs.max { $0.key < $1.key }?.value : record.inputs
    if let ticket, restores[ticket.number] != nil { return .beingRead }
    guard let ticket, let attempt = attempts[ticket.number]
    else { return .unknown("how its inputs were is not known") }
    return freshness(of: attempt, in: places[index], isOver: !isServing, job.definition.id, among: others)
  }

  private func freshness(
    of attempt: InputAttempt, in place: Place, isOver: Bool, _ action: String,
    among others: (String) -> InputSubject?
  ) -> Freshness {
    if attempt.selection != place.selection.digest { return .stale(StaleInputs("", .inputs)) }
    if let touched = attempt.touched { return .stale(touched) }
    guard let snapshot = attempt.snapshot else { return .unknown("its inputs could not be read in time") }
    if let problem = snapshot.problem { return .unknown(problem) }
    if let difference = attempt.difference { return .stale(difference) }
    if let chain = chain(of: attempt, action, among: others) { return chain }
    if isOver, !attempt.isComplete { return .beingRead }
    if let problem = place.table?.problem { return .unknown(problem) }
    if place.table == nil || place.isUnsettled { return .beingRead }
    return .fresh
  }

  /// What is wrong with the results that an attempt was made from; nil if nothing is.
  private func chain(
    of attempt: InputAttempt, _ action: String, among others: (String) -> InputSubject?
  ) -> Freshness? {
    for name in sources[action] ?? [] {
      let stale = Freshness.stale(StaleInputs(name, .action))
      guard let job = others(name), job.moment.facts(at: station.ageTime).hasSucceeded == true else {
        return stale
      }
      switch freshness(of: job, among: others) {
      case .fresh, nil: break
      case .unknown(let reason): return .unknown("\(name): \(reason)")
      case .unread(let reason): return .unread("\(name): \(reason)")
      case .stale, .missing: return stale
      }
      guard let source = attempt.sources[name], source != .nothing, source == identity(of: job) else {
        return stale
      }
    }
    return nil
  }

  /// Identifies what the last success of a job was made from; nil if there is none.
  func identity(of job: InputSubject) -> KeptInputs.Source {
    let record = job.moment.record
    guard record.runs.last.result == .succeeded else { return .nothing }
    if job.definition.inputs != nil {
      return record.inputs.flatMap { attempts[$0.number]?.identity } ?? .nothing
    }
    return record.history.entries.last { $0.ending?.outcome == .succeeded }.map { .run($0.number) }
      ?? .nothing
  }

  func timer(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> AnyCancellable {
    AnyCancellable(station.timeline.schedule(station.now + duration, body).cancel)
  }
}
