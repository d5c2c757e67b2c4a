import Etcd

/// What a node that the board names was asked.
enum NodeStep: Sendable {
  /// Whether it has the key of this member, under this lease, and knows this revision.
  case proof(lease: Int64, revision: Int64)
  /// It does not: whether the cluster of this member still has it.
  case confirmation(lease: Int64)
}

/// Finds out whether the nodes that the board names are one cluster, by the key of this member: no other
/// cluster has it. Until that is known, nothing that is shared starts, and nodes that have not given this
/// proof get no request.
extension Member {
  var nodesDeadline: Duration? { canAskNodes ? nodes.deadline : nil }

  private var canAskNodes: Bool { session.lease != nil && session.proof != nil && departure == nil }

  mutating func advanceNodes() {
    guard canAskNodes, let lease = session.lease, let proof = session.proof else { return }
    for address in nodes.takeDue(at: time) {
      let step = NodeStep.proof(lease: lease, revision: max(proof.revision, knownRevision))
      send(proof.request, for: .node(address, step), within: settings.keepAlive)
    }
    if nodes.takeSize(at: time) { send(.members, for: .members, within: settings.keepAlive) }
  }

  /// Why nothing that is shared may start because of the nodes; nil if they are one cluster, or are asked.
  var nodesRefusal: String? {
    if case .divided(let reason) = nodes.verdict { "is locked: \(reason)" } else { nil }
  }

  /// Which nodes may get a request. Who joins has no key yet by which they could be told apart.
  func route(for purpose: Purpose) -> EtcdRoute {
    if case .node(let address, .proof) = purpose { return .node(address) }
    guard nodes.isNeeded, let proof = session.proof else { return .any }
    switch purpose {
    case .session(.grant): return .except(nodes.foreign)
    case .session(.register), .reentry: return session.isJoining ? .except(nodes.foreign) : .proven(proof)
    default: return .proven(proof)
    }
  }

  mutating func receive(
    _ answer: Result<EtcdAnswer, EtcdFailure>, fromNode address: String, to step: NodeStep
  ) {
    let soon = time + settings.keepAlive
    switch (step, answer) {
    case (.proof(let lease, _), _) where lease != session.lease,
      (.confirmation(let lease), _) where lease != session.lease:
      nodes.ask(address, at: time)
    case (.proof, .failure(let failure)):
      nodes.note(address, .silent(why: failure.description), askAt: soon)
    case (.proof(let lease, let revision), .success(let answer)):
      var proof = session.proof
      proof?.revision = revision
      if proof?.holds(for: answer) == true, Self.hasEntry(answer, lease) {
        nodes.note(address, .proven(member: answer.header.memberID), askAt: time + settings.rangeAgain)
      } else if let proof {
        nodes.note(address, .lacking(cluster: answer.header.clusterID), askAt: nil)
        send(proof.request, for: .node(address, .confirmation(lease: lease)), within: settings.keepAlive)
      }
    case (.confirmation(let lease), .success(let answer)) where Self.hasEntry(answer, lease):
      nodes.note(address, .foreign, askAt: soon)
    case (.confirmation, _): nodes.ask(address, at: soon)
    }
    rejoinIfLost()
  }

  private static func hasEntry(_ answer: EtcdAnswer, _ lease: Int64) -> Bool {
    guard case .transaction(_, true, let results) = answer, case .range(let entries, _)? = results.first
    else { return false }
    return entries.contains { $0.lease == lease }
  }

  mutating func receive(members answer: Result<EtcdAnswer, EtcdFailure>) {
    // A user may not be allowed to ask. Then only a majority of the nodes shows that they are one cluster.
    if case .success(.members(_, let members)) = answer {
      nodes.note(size: members.count, until: time + settings.rangeAgain)
    } else {
      nodes.note(size: nil, until: time + settings.keepAlive)
    }
  }

  /// No node has given its proof: none has the key of this member any more, or the cluster does not answer
  /// while another one does.
  private mutating func rejoinIfLost() {
    guard session.lease != nil, let proof = session.proof else { return }
    let isExpired = time >= session.lastWord + settings.lease + settings.keepAlive
    if nodes.hasLost(keyIn: proof.clusterID, isExpired: isExpired) { session.phase = .absent(retryAt: time) }
  }
}
