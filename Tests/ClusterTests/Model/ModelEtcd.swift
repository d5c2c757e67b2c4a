import Etcd

/// etcd in memory and in virtual time, as exact as the protocol needs it: revisions, transactions, leases,
/// and a history that can be compacted.
struct ModelEtcd {
  private(set) var entries: [String: EtcdEntry] = [:]
  private(set) var revision: Int64 = 1
  /// Changes before this revision are forgotten.
  private(set) var compacted: Int64 = 0
  private(set) var history: [(revision: Int64, changes: [EtcdChange])] = []
  private var leases: [Int64: (end: Duration, seconds: Int64)] = [:]
  private var leaseCount: Int64 = 0
  /// Whether nothing can be written.
  var isFull = false
  /// Whether its users may only read.
  var isReadOnly = false
  /// The number of the cluster, of the node that answers, and of all nodes; nil if its users may not ask.
  var clusterID: UInt64 = 1
  var memberID: UInt64 = 1
  var members: [UInt64]? = [1]
  /// What its status says of its size and quota, in bytes.
  var size: Int64 = 0
  var quota: Int64?
  /// The largest number of conditions or operations that a transaction has had.
  private(set) var largestTransaction = 0
  private(set) var transactions = 0

  var header: EtcdHeader {
    EtcdHeader(clusterID: clusterID, memberID: memberID, revision: revision, raftTerm: 1)
  }

  mutating func perform(_ request: EtcdRequest, at time: Duration) -> Result<EtcdAnswer, EtcdFailure> {
    expireLeases(at: time)
    switch request {
    case .transaction(let transaction): return perform(transaction)
    case .grantLease(_, let seconds):
      leaseCount += 1
      leases[leaseCount] = (time + .seconds(seconds), seconds)
      return .success(.lease(header, id: leaseCount, seconds: seconds))
    case .keepAlive(let lease):
      guard let seconds = leases[lease]?.seconds else {
        return .success(.lease(header, id: lease, seconds: 0))
      }
      leases[lease]?.end = time + .seconds(seconds)
      return .success(.lease(header, id: lease, seconds: seconds))
    case .revoke(let lease):
      guard leases[lease] != nil else { return .failure(.leaseNotFound) }
      end(lease)
      return .success(.revoked(header))
    case .status:
      let status = EtcdStatus(
        version: "3.5.16", leader: 1, size: size, quota: quota,
        errors: isFull ? ["memberID:1 alarm:NOSPACE "] : [])
      return .success(.status(header, status))
    case .members:
      guard let members else { return .failure(.authentication("a: etcdserver: permission denied")) }
      return .success(.members(header, members))
    }
  }

  /// The first time at which a lease expires.
  var nextExpiry: Duration? { leases.values.map(\.end).min() }

  mutating func expireLeases(at time: Duration) {
    for lease in leases.filter({ $0.value.end <= time }).keys.sorted() { end(lease) }
  }

  private mutating func end(_ lease: Int64) {
    leases[lease] = nil
    let keys = entries.values.filter { $0.lease == lease }.map(\.key).sorted()
    guard !keys.isEmpty else { return }
    revision += 1
    for key in keys { entries[key] = nil }
    history.append((revision, keys.map { .delete(key: $0, modRevision: revision) }))
  }

  mutating func compact() {
    compacted = revision + 1
    history = []
  }

  /// The changes from a revision on.
  func changes(from first: Int64) -> [(revision: Int64, changes: [EtcdChange])] {
    history.filter { $0.revision >= first }
  }

  /// All data are deleted, and numbers begin again.
  mutating func loseData() {
    (entries, leases, history, revision, compacted) = ([:], [:], [], 1, 0)
  }

  /// Another program writes a key.
  mutating func write(_ key: String, _ text: String) {
    _ = perform(EtcdTransaction(success: [.put(key: key, value: Array(text.utf8), lease: 0)]))
  }

  func keys(_ prefix: String) -> [String] { entries.keys.filter { $0.hasPrefix(prefix) }.sorted() }

  func entries(in range: EtcdRange) -> [EtcdEntry] {
    let all = entries.values.filter { Self.contains($0.key, range.first, range.end) }
    return all.sorted { Self.isBefore($0.key, $1.key) }
  }

  private mutating func perform(_ transaction: EtcdTransaction) -> Result<EtcdAnswer, EtcdFailure> {
    transactions += 1
    let sizes = [transaction.comparisons.count, transaction.success.count, transaction.failure.count]
    largestTransaction = max(largestTransaction, sizes.max() ?? 0)
    if sizes.contains(where: { $0 > 128 }) { return .failure(.refused(code: 3, "too many operations")) }
    let all = transaction.success + transaction.failure
    if isReadOnly, !transaction.isReadOnly {
      return .failure(.authentication("a: etcdserver: permission denied"))
    }
    if isFull, all.contains(where: { if case .put = $0 { true } else { false } }) {
      return .failure(.noSpace)
    }

    let succeeded = transaction.comparisons.allSatisfy(holds)
    let operations = succeeded ? transaction.success : transaction.failure
    for case .put(_, _, let lease) in operations where lease != 0 && leases[lease] == nil {
      return .failure(.leaseNotFound)
    }
    var changes: [EtcdChange] = []
    let new = revision + 1
    var results: [EtcdResult] = []
    for operation in operations {
      switch operation {
      case .range(let range):
        var found = entries(in: range)
        let more = range.limit > 0 && found.count > range.limit
        if more { found = Array(found.prefix(Int(range.limit))) }
        if range.keysOnly { for index in found.indices { found[index].value = [] } }
        results.append(.range(entries: found, more: more))
      case .put(let key, let value, let lease):
        let old = entries[key]
        let entry = EtcdEntry(
          key: key, value: value, createRevision: old?.createRevision ?? new, modRevision: new,
          version: (old?.version ?? 0) + 1, lease: lease)
        entries[key] = entry
        changes.append(.put(entry))
        results.append(.put)
      case .delete(let range):
        let found = entries(in: range)
        for entry in found {
          entries[entry.key] = nil
          changes.append(.delete(key: entry.key, modRevision: new))
        }
        results.append(.deleted(count: Int64(found.count)))
      }
    }
    if !changes.isEmpty {
      revision = new
      history.append((new, changes))
    }
    return .success(.transaction(header, succeeded: succeeded, results: results))
  }

  /// As etcd compares: a range without keys fulfils everything, and a key that is not there has revision 0.
  private func holds(_ comparison: EtcdComparison) -> Bool {
    if comparison.end == nil {
      guard let entry = entries[comparison.key] else {
        let absent = EtcdEntry(key: comparison.key, value: [], createRevision: 0, modRevision: 0, version: 0)
        if case .value = comparison.target { return false }
        return Self.holds(comparison, absent)
      }
      return Self.holds(comparison, entry)
    }
    return entries.values.allSatisfy {
      !Self.contains($0.key, comparison.key, comparison.end) || Self.holds(comparison, $0)
    }
  }

  private static func holds(_ comparison: EtcdComparison, _ entry: EtcdEntry) -> Bool {
    switch comparison.target {
    case .createRevision(let revision): relate(entry.createRevision, comparison.relation, revision)
    case .modRevision(let revision): relate(entry.modRevision, comparison.relation, revision)
    case .version(let version): relate(entry.version, comparison.relation, version)
    case .value(let value): (entry.value == value) == (comparison.relation == .equal)
    }
  }

  private static func relate(_ one: Int64, _ relation: EtcdComparison.Relation, _ other: Int64) -> Bool {
    switch relation {
    case .equal: one == other
    case .less: one < other
    case .greater: one > other
    case .notEqual: one != other
    }
  }

  private static func contains(_ key: String, _ first: String, _ end: String?) -> Bool {
    guard let end else { return key == first }
    return !isBefore(key, first) && (end == "\0" || isBefore(key, end))
  }

  /// The order of etcd is that of the bytes.
  private static func isBefore(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
