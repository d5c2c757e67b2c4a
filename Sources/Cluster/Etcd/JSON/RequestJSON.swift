internal import Essentials

extension EtcdRequest {
  /// The path of the gateway that takes the request.
  var path: String {
    switch self {
    case .transaction: "/v3/kv/txn"
    case .grantLease: "/v3/lease/grant"
    case .keepAlive: "/v3/lease/keepalive"
    case .revoke: "/v3/lease/revoke"
    case .status: "/v3/maintenance/status"
    case .members: "/v3/cluster/member/list"
    }
  }

  /// The request as JSON.
  var json: [UInt8] {
    switch self {
    case .transaction(let transaction): encoded(TransactionJSON(transaction))
    case .grantLease(let id, let seconds):
      encoded(LeaseJSON(id: JSONNumber(id), seconds: JSONNumber(seconds)))
    case .keepAlive(let id), .revoke(let id): encoded(LeaseJSON(id: JSONNumber(id), seconds: nil))
    case .status, .members: Array("{}".utf8)
    }
  }
}

/// The request for a token.
struct CredentialsJSON: Encodable {
  static let path = "/v3/auth/authenticate"

  let name: String
  let password: String

  var json: [UInt8] { encoded(self) }
}

/// The request for a watch of all keys with a prefix.
struct WatchJSON: Encodable {
  static let path = "/v3/watch"

  private let request: Request

  init(prefix: String, from revision: Int64) {
    request = Request(
      key: data(prefix), end: data(EtcdRange.end(ofPrefix: prefix)), revision: JSONNumber(revision))
  }

  var json: [UInt8] { encoded(self) }

  private enum CodingKeys: String, CodingKey { case request = "create_request" }

  private struct Request: Encodable {
    let key: Data
    let end: Data
    let revision: JSONNumber<Int64>
    let reportsProgress = true

    enum CodingKeys: String, CodingKey {
      case key
      case end = "range_end"
      case revision = "start_revision"
      case reportsProgress = "progress_notify"
    }
  }
}

private struct LeaseJSON: Encodable {
  let id: JSONNumber<Int64>
  let seconds: JSONNumber<Int64>?

  enum CodingKeys: String, CodingKey {
    case id = "ID"
    case seconds = "TTL"
  }
}

private struct TransactionJSON: Encodable {
  let compare: [ComparisonJSON]
  let success: [OperationJSON]
  let failure: [OperationJSON]

  init(_ transaction: EtcdTransaction) {
    compare = transaction.comparisons.map(ComparisonJSON.init)
    success = transaction.success.map(OperationJSON.init)
    failure = transaction.failure.map(OperationJSON.init)
  }
}

private struct ComparisonJSON: Encodable {
  let key: Data
  let end: Data?
  let target: String
  let relation: String
  var createRevision: JSONNumber<Int64>?
  var modRevision: JSONNumber<Int64>?
  var value: Data?
  var version: JSONNumber<Int64>?

  init(_ comparison: EtcdComparison) {
    key = data(comparison.key)
    end = comparison.end.map(data)
    relation = comparison.relation.rawValue
    switch comparison.target {
    case .createRevision(let revision): (target, createRevision) = ("CREATE", JSONNumber(revision))
    case .modRevision(let revision): (target, modRevision) = ("MOD", JSONNumber(revision))
    case .value(let bytes): (target, value) = ("VALUE", Data(bytes))
    case .version(let number): (target, version) = ("VERSION", JSONNumber(number))
    }
  }

  enum CodingKeys: String, CodingKey {
    case key, target, value, version
    case end = "range_end"
    case relation = "result"
    case createRevision = "create_revision"
    case modRevision = "mod_revision"
  }
}

private struct OperationJSON: Encodable {
  var range: RangeJSON?
  var put: PutJSON?
  var delete: RangeJSON?

  init(_ operation: EtcdOperation) {
    switch operation {
    case .range(let range):
      self.range = RangeJSON(range, limit: JSONNumber(range.limit), keysOnly: range.keysOnly)
    case .put(let key, let value, let lease):
      put = PutJSON(key: data(key), value: Data(value), lease: JSONNumber(lease))
    case .delete(let range): delete = RangeJSON(range)
    }
  }

  enum CodingKeys: String, CodingKey {
    case range = "request_range"
    case put = "request_put"
    case delete = "request_delete_range"
  }
}

private struct RangeJSON: Encodable {
  let first: Data
  let end: Data?
  let limit: JSONNumber<Int64>?
  let keysOnly: Bool?

  init(_ range: EtcdRange, limit: JSONNumber<Int64>? = nil, keysOnly: Bool? = nil) {
    first = data(range.first)
    end = range.end.map(data)
    self.limit = limit
    self.keysOnly = keysOnly
  }

  enum CodingKeys: String, CodingKey {
    case first = "key"
    case end = "range_end"
    case limit
    case keysOnly = "keys_only"
  }
}

private struct PutJSON: Encodable {
  let key: Data
  let value: Data
  let lease: JSONNumber<Int64>
}

private func data(_ text: String) -> Data { Data(text.utf8) }

/// The values here are texts, Booleans, lists and objects: all of them can be encoded.
private func encoded(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(value)).map(Array.init) ?? []
}
