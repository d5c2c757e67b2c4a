import Etcd

/// What a request was sent for.
enum Purpose: Sendable {
  case session(SessionStep)
  case mirror(MirrorReading)
  case press(PressID, PressStep)
  case claim(PressID, ClaimAttempt)
  case release(RunID)
  /// The key of a run is created again.
  case reentry(RunID)
  /// Whether a run was taken over.
  case search(RunID)
  case progress(RunID)
  case obsolete(ObsoleteKey)
  case takeover(Int, TakeoverStep)
  case trim(TrimStep)
  case storage
  case node(String, NodeStep)
  /// How many nodes the cluster has.
  case members
}

/// The requests that are not answered yet. An answer that comes twice is only taken once.
struct Requests: Sendable {
  struct Sent: Sendable {
    let purpose: Purpose
    /// The newest revision that was known when it was sent; nil if etcd has lost its data since.
    var revision: Int64?

    /// Whether etcd has lost its data since.
    var isOutdated: Bool { revision == nil }

    /// The answer, unless it is that of an etcd which has lost its data since: what it has written then is
    /// gone.
    func current(_ answer: Result<EtcdAnswer, EtcdFailure>) -> Result<EtcdAnswer, EtcdFailure> {
      revision == nil ? .failure(.noAnswer("etcd has lost its data")) : answer
    }
  }

  private var sent: [RequestID: Sent] = [:]
  private var count = 0

  mutating func add(_ purpose: Purpose, revision: Int64) -> RequestID {
    count += 1
    let request = RequestID(number: count)
    sent[request] = Sent(purpose: purpose, revision: revision)
    return request
  }

  mutating func take(_ request: RequestID) -> Sent? { sent.removeValue(forKey: request) }

  mutating func forgetRevisions() { for request in sent.keys { sent[request]?.revision = nil } }
}
