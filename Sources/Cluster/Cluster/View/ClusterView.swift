package import Board

/// What a member knows about the realm, to be shown. What it says about others may be out of date by as much
/// as the connection says.
package struct ClusterView: Sendable, Equatable {
  package enum Connection: Sendable, Equatable {
    /// Not yet a member since this time, or reads everything again; and why that takes long.
    case connecting(since: Duration, why: String?)
    case connected
    /// The last word of etcd came at this time.
    case silent(since: Duration, why: String?)
  }

  /// How full the store of etcd is.
  package enum Storage: Sendable, Equatable {
    case enough
    /// At least half of its quota is used. Both are in bytes. If etcd does not say its quota, the default of
    /// etcd is assumed.
    case scarce(size: Int64, quota: Int64, isKnown: Bool)
    /// It refuses to write.
    case full
  }

  /// A run in the realm.
  package struct Run: Sendable, Equatable {
    package var action: ActionAddress
    package var slot: Int
    package var id: RunID
    /// The create revision of its key: it increases with every run.
    package var fence: Int64
    package var member: String
    package var host: String
    package var user: String
    package var input: String?
    package var cause: String
    /// In milliseconds since 1970, by the clock of its host.
    package var began: Int64
    package var isMine: Bool
    /// When this member first saw that its host is gone; nil if the host is there.
    package var lostSince: Duration?
    /// When that host was last heard; nil if it is there, or was gone before this member could see it.
    package var lastHeard: Duration?
    package var value: String?
    package var fraction: Double?

    package var isLost: Bool { lostSince != nil }
  }

  /// A press whose verdict depends on etcd.
  package struct Asking: Sendable, Equatable {
    package var press: PressID
    package var action: String
    package var since: Duration
    /// The last failure.
    package var why: String?
  }

  package var connection: Connection
  /// Why etcd does not let this host be a member: a wrong password; nil if it does, or does not answer.
  package var refusal: String?
  /// What etcd has lost, until a person has seen it.
  package var dataLoss: DataLoss?
  /// Why no shared action may start because of that; nil if nothing is lost.
  package var lossRefusal: String?
  /// Why the nodes of etcd are not one cluster, as far as is known: a sentence; nil if they are.
  package var division: String?
  package var storage = Storage.enough
  package var hosts: [HostValue] = []
  /// By action, in the order of their slots.
  package var runs: [ActionAddress: [Run]] = [:]
  package var last: [ActionAddress: LastValue] = [:]
  /// The actions of this board that are locked, and why: "ada's laptop has another `deploy`".
  package var disagreements: [String: String] = [:]
  /// How many starts wait.
  package var queues: [ActionAddress: Int] = [:]
  package var asking: [Asking] = []
  /// The actions of this board of which a run of this member has ended, which etcd does not know yet, and
  /// since when.
  package var endings: [String: Duration] = [:]
  /// Keys that signalbox does not write, or whose values it cannot read.
  package var foreign: [String] = []
  var facts: [ActionAddress: ActionFacts] = [:]

  package init(connection: Connection) { self.connection = connection }

  /// The facts about a shared action. Of a lost run, without a connection, while the nodes are not one
  /// cluster, and after etcd has lost its data they are unknown; nil if nothing at all is known.
  package func facts(of action: ActionAddress) -> ActionFacts? {
    if connection == .connected, lossRefusal == nil, division == nil { return facts[action] ?? .neverRun }
    guard runs[action]?.contains(where: \.isMine) == true else { return nil }
    var facts = ActionFacts.unknown
    (facts.isRunning, facts.isIdle, facts.hasEnded) = (true, false, false)
    return facts
  }
}

extension ActionFacts {
  /// An action that no key is about.
  static var neverRun: Self {
    var facts = unknown
    (facts.isRunning, facts.hasSucceeded, facts.hasFailed, facts.isIdle) = (false, false, false, true)
    facts.hasEnded = false
    return facts
  }
}
