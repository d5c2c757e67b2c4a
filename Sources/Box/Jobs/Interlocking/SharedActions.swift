package import Board
package import Boundary
internal import Cluster
internal import Programs
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Shared actions: this board in a cluster.
extension Interlocking {
  /// Takes part in the cluster of the board from now on, if it has one. Without that, shared actions are
  /// locked.
  package func joinCluster() {
    hasJoined = true
    followCluster()
  }

  /// Follows the board in use: it may have another cluster, or none.
  func followCluster() {
    guard hasJoined else { return }
    guard let definition = board.cluster else { return leaveCluster() }
    let settings = ClusterSettings(board, definition)
    if let cluster, let joined, joined.isSameMembership(as: definition) {
      self.joined = definition
      // Growing from one node to three must not lose a run.
      if joined.hasSameConnection(as: definition) { return cluster.take(settings) }
      return cluster.reconnect(to: environment.etcd(definition), settings)
    }
    leaveCluster()
    joined = definition
    cluster = ClusterLink(
      .current(program: environment.program, at: environment.wallMilliseconds), settings,
      connection: environment.etcd(definition), environment: environment, station: station,
      rules: ClusterLink.Rules(
        verdict: { [weak self] in self?.verdict(on: $0, shared: $1) ?? .blocked(by: ["a box"]) },
        onChange: { [changes] in changes.tell() },
        cancel: { [weak self] in self?.cancelShared($0, because: $1) }))
  }

  private func leaveCluster() {
    guard let cluster else { return }
    self.cluster = nil
    joined = nil
    formerClusters.append(cluster)
    cluster.leaveWhenDone { [weak self, weak cluster] in
      self?.formerClusters.removeAll { $0 === cluster }
      self?.changes.tell()
    }
  }

  /// The present cluster of the board, and the former ones.
  var clusters: [ClusterLink] { formerClusters + [cluster].compactMap(\.self) }

  /// Requests a start. A shared action starts when the other machines have been asked; all others start at
  /// once.
  /// - Parameters:
  ///   - ticket: What the start can be given up with, while it is not decided.
  ///   - onAnswer: Called once, in this turn or a later one.
  package func request(
    _ id: String, input: InputValues? = nil, by cause: StartCause = .person, from origin: RunOrigin,
    ticket: StartTicket? = nil, onAnswer: @escaping @MainActor (Start) -> Void
  ) {
    carryOutPendingChanges()
    let needed = self[id].map { inputsBeforeStart(of: $0) } ?? []
    if needed.isEmpty {
      return decide(id, input: input, by: cause, from: origin, ticket: ticket, onAnswer: onAnswer)
    }
    updateInputs()
    let question = self[id]?.definition.confirmation
    if let ticket { lookingTickets[ticket, default: 0] += 1 }
    inputs.look(at: needed, tries: 3) { [weak self] hasLooked in
      guard let self else { return onAnswer(.refused("the box has ended")) }
      if let ticket, !takeLook(ticket) { return onAnswer(.refused("was cancelled")) }
      guard hasLooked else {
        return onAnswer(.refused("its inputs could not be looked at within \(InputMonitor.limit.text)"))
      }
      carryOutPendingChanges()
      guard self[id]?.definition.confirmation == question else {
        return onAnswer(.refused("its question has changed while its inputs were looked at"))
      }
      decide(id, input: input, by: cause, from: origin, ticket: ticket, onAnswer: onAnswer)
    }
  }

  /// Notes that one of the looks for a ticket has ended. Returns false if the ticket was withdrawn.
  private func takeLook(_ ticket: StartTicket) -> Bool {
    guard let count = lookingTickets[ticket] else { return false }
    lookingTickets[ticket] = count > 1 ? count - 1 : nil
    return true
  }

  private func decide(
    _ id: String, input: InputValues?, by cause: StartCause, from origin: RunOrigin, ticket: StartTicket?,
    onAnswer: @escaping @MainActor (Start) -> Void
  ) {
    carryOutPendingChanges()
    guard let job = self[id], job.definition.shared != nil else {
      return onAnswer(start(id, input: input, by: cause, from: origin))
    }
    guard let cluster else { return onAnswer(.refused("is shared, and this process does not take part")) }
    if let refusal = refusalToAsk(job, input: input) { return onAnswer(.refused(refusal)) }
    let form = job.definition.form
    cluster.ask(
      for: ClusterPress(
        id, input: form.shown(form.completed(input))?.description, cause: cause, ticket: ticket
      ) {
        [weak self] verdict in
        switch verdict {
        case .failure(let refusal):
          onAnswer(Start(refusal))
          return false
        case .success(let claim):
          let start = self?.startShared(id, claim, RunRequest(input: input, cause: cause, origin: origin))
          onAnswer(start ?? .refused("the box has ended"))
          if case .accepted = start { return true } else { return false }
        }
      })
  }

  /// Why a start of a shared action is refused before other machines are asked; nil if they decide.
  private func refusalToAsk(_ job: Job, input: InputValues?) -> String? {
    if let stop = presentStop { return stop.reason }
    if let former = formerClusters.first(where: { $0.present.contains(job.id) }) {
      return "still runs in the realm \(former.state.realm), which the board has left"
    }
    return ActionStatus(job, on: self).refusalOfRequest(input: input)
  }

  /// Starts an action whose turn it is on all machines, if nothing on this one is against it now.
  private func startShared(_ id: String, _ claim: Claim, _ request: RunRequest) -> Start {
    guard let job = self[id], job.definition.shared != nil, let cluster else {
      return .refused("is not on the board any more")
    }
    evaluateGuards()
    if let refusal = refusalToAsk(job, input: request.input) { return .refused(refusal) }
    var request = request
    request.claim = SharedClaim(run: claim.run.rawValue, fence: claim.fence)
    request.ports = ports(of: job)
    request.end = end(of: claim.run, of: job, to: cluster)
    // The others have been asked: what is known here about their runs does not count.
    job.release()
    let earlierRuns = job.moment.record.runs.count
    let execution = job.start(request)
    cluster.began(claim.run, of: id, after: earlierRuns)
    tellBeginning(of: job, by: request.cause)
    let environment = environment
    let end = execution.sink { [weak self] completion in
      let outcome = RunOutcome(completion)
      environment.onMain {
        self?.sharedEnds[claim.run] = nil
        cluster.ended(
          claim.run, SharedResult(outcome, value: job.sharedValue, ended: environment.wallMilliseconds))
      }
    } receiveValue: { _ in
    }
    sharedEnds[claim.run] = end
    evaluateGuards()
    return .accepted(execution)
  }

  /// How the others are told of the end of a run.
  private func end(of run: RunID, of job: Job, to cluster: ClusterLink) -> SharedEnd {
    let environment = environment
    return SharedEnd { [weak self] outcome, onVerdict in
      environment.onMain {
        let result = SharedResult(outcome, value: job.sharedValue, ended: environment.wallMilliseconds)
        let runCount = job.moment.record.runs.count
        cluster.ended(run, result) { verdict in
          if !onVerdict(verdict) { self?.learnLate(verdict, of: job.id, runCount: runCount) }
        }
      }
    }
  }

  /// What the others know of the end of a run is only known after it.
  /// - Parameter runCount: How many runs of the action had begun when it ended.
  private func learnLate(_ verdict: EndVerdict, of id: String, runCount: Int) {
    let source = ErrorSource(id)
    switch verdict {
    case .unknown: break
    case .known:
      for report in station.errors.reports.data where report.source == source {
        if (report.error as? RunWarning)?.isUnconfirmed == true { station.errors.dismiss(report) }
      }
    case .refused(let reason):
      guard let job = self[id] else { return }
      job.output.append([.note(reason, .failure)])
      let record = job.moment.record
      guard record.runs.last.result == .succeeded, record.runs.count == runCount else { return }
      lapse(job, because: .takenOver(reason))
    }
  }

  /// The verdict of the guard of an action, with these facts of shared actions and the present ones of this
  /// machine.
  private func verdict(on id: String, shared: SharedFacts) -> Verdict {
    guard let job = self[id] else { return .blocked(by: ["an action of this name"]) }
    var facts = presentFacts
    for (name, known) in shared.actions { facts.actions[name] = known }
    return job.definition.enabledIf.evaluate(facts)
  }

  private func cancelShared(_ id: String, because reason: String) {
    guard let job = self[id], job.moment.isRunning else { return }
    job.output.append([.note("\(id): \(reason)", .cancellation)])
    job.cancel()
  }

  /// Tells the other machines how far the shared runs of this one are.
  func reportShared() {
    for cluster in clusters {
      for id in cluster.present {
        guard let job = self[id] else { continue }
        let record = job.moment.record
        cluster.report(
          id, value: job.sharedValue, fraction: record.runs.fraction, runCount: record.runs.count)
      }
    }
  }

  /// Gives up the presses of an action that are not decided.
  func withdraw(_ id: String) { cluster?.withdraw { $0.action == id } }

  /// Gives up the presses for a ticket that are not decided.
  package func withdraw(_ ticket: StartTicket) {
    lookingTickets[ticket] = nil
    cluster?.withdraw { $0.ticket == ticket }
  }

  /// A person has dismissed what was wrong with the etcd of shared actions.
  func acknowledgeLoss() { cluster?.acknowledgeLoss() }

  /// Ends the lost runs of a shared action.
  package func takeOver(_ order: TakeOverOrder) {
    guard self[order.action] != nil else {
      return order.onAnswer(.refused("is not on the board any more"))
    }
    guard self[order.action]?.definition.shared != nil, let cluster else {
      return order.onAnswer(.refused("is not shared with other machines"))
    }
    cluster.takeOver(order, by: MemberIdentity.userName)
  }
}

extension Interlocking.Start {
  fileprivate init(_ refusal: ClusterLink.Refusal) {
    switch refusal.problem {
    case nil: self = .refused(refusal.reason)
    case .silence: self = .unavailable(refusal.reason, mayPass: true)
    case .refusal: self = .unavailable(refusal.reason, mayPass: false)
    }
  }
}

extension ClusterDefinition {
  /// Whether a box with the one is the same member with the other.
  fileprivate func isSameMembership(as other: Self) -> Bool { (realm, board) == (other.realm, other.board) }

  /// Whether both reach the same etcd in the same way.
  fileprivate func hasSameConnection(as other: Self) -> Bool {
    (endpoints, user, passwordFile) == (other.endpoints, other.user, other.passwordFile)
      && trust == other.trust
  }
}

extension Job {
  /// The value that other machines may know. The last line that a command has printed may be a secret; a
  /// status is what the board says.
  fileprivate var sharedValue: String? { definition.status == nil ? nil : moment.record.runs.value }
}

extension ClusterSettings {
  /// What a board shares.
  init(_ board: Board, _ cluster: ClusterDefinition) {
    self.init(
      realm: cluster.realm, board: cluster.board,
      actions: board.actions.compactMap { action in
        action.shared.map { shared in
          var queueLimit: Int?
          if case .queue(let limit) = action.whileRunning { queueLimit = limit }
          return SharedAction(
            id: action.id, digest: action.sharedDigest, slots: action.slotCount, queueLimit: queueLimit,
            references: action.enabledIf.references, freeAfter: shared.freeAfter)
        }
      }, cancelsWhenCutOff: cluster.onCutOff == .cancel, nodes: cluster.endpoints)
  }
}

extension MemberIdentity {
  /// This process on this machine, with a name that no other life of a box has.
  static func current(program: String, at time: Int64) -> MemberIdentity {
    MemberIdentity(
      id: RandomName.make(), host: hostName, user: userName, program: program, process: getpid(),
      started: time)
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The name of the user of this process.
  static var userName: String {
    guard let entry = getpwuid(geteuid()) else { return "user \(geteuid())" }
    return String(cString: entry.pointee.pw_name)
  }
}
