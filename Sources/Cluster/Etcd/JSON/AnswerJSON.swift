internal import Essentials

/// What is wrong with JSON that should be an answer of etcd.
struct ForeignJSON: Error {}

extension EtcdAnswer {
  /// Reads the answer to a request from a JSON object.
  /// - Throws: ``ForeignJSON`` if etcd does not answer like that.
  init(to request: EtcdRequest, json: ArraySlice<UInt8>) throws(ForeignJSON) {
    switch request {
    case .transaction(let transaction):
      let answer: TransactionAnswerJSON = try decoded(json)
      let succeeded = answer.succeeded ?? false
      let operations = succeeded ? transaction.success : transaction.failure
      let results = answer.responses ?? []
      guard results.count == operations.count else { throw ForeignJSON() }
      self = .transaction(
        answer.header.value, succeeded: succeeded,
        results: try zip(operations, results).map { operation, result throws(ForeignJSON) in
          try result.value(of: operation)
        })
    case .grantLease:
      let answer: LeaseAnswerJSON = try decoded(json)
      self = answer.value
    case .keepAlive:
      let answer: StreamJSON<LeaseAnswerJSON> = try decoded(json)
      self = answer.result.value
    case .revoke:
      let answer: HeaderOnlyJSON = try decoded(json)
      self = .revoked(answer.header.value)
    case .status:
      let answer: StatusAnswerJSON = try decoded(json)
      self = .status(
        answer.header.value,
        EtcdStatus(
          version: answer.version, leader: answer.leader?.value ?? 0, size: answer.size?.value ?? 0,
          quota: answer.quota?.value, errors: answer.errors ?? []))
    case .members:
      let answer: MembersAnswerJSON = try decoded(json)
      self = .members(answer.header.value, (answer.members ?? []).map(\.id.value))
    }
  }
}

/// The answer to a request for a token.
struct TokenJSON: Decodable {
  let token: String

  /// - Throws: ``ForeignJSON`` if etcd does not answer like that.
  init(json: ArraySlice<UInt8>) throws(ForeignJSON) { self = try decoded(json) }
}

/// What every etcd says at `/version`.
struct VersionJSON: Decodable {
  static let path = "/version"

  let etcdserver: String

  init(json: ArraySlice<UInt8>) throws(ForeignJSON) { self = try decoded(json) }
}

/// A line of a watch.
enum WatchLine: Equatable {
  case event(EtcdWatchEvent)
  /// The watch has ended, or did not begin, for this reason of etcd.
  case cancelled(String)
  case error(GatewayError)

  /// - Throws: ``ForeignJSON`` if etcd does not answer like that.
  init(json: ArraySlice<UInt8>) throws(ForeignJSON) {
    if let error = GatewayError(json: json) {
      self = .error(error)
      return
    }
    let stream: StreamJSON<WatchAnswerJSON> = try decoded(json)
    let answer = stream.result
    if answer.canceled ?? false {
      if let revision = answer.compacted?.value, revision > 0 {
        self = .event(.compacted(revision))
      } else {
        self = .cancelled(answer.reason ?? "")
      }
    } else if answer.created ?? false {
      self = .event(.created(answer.header.value))
    } else if let events = answer.events, !events.isEmpty {
      self = .event(.changes(answer.header.value, try events.map(EventJSON.value)))
    } else {
      self = .event(.progress(answer.header.value))
    }
  }
}

/// An error that the gateway reports, with the code of gRPC.
struct GatewayError: Equatable {
  let code: Int
  let message: String

  /// Nil if the JSON object is no error.
  init?(json: ArraySlice<UInt8>) {
    guard let error = try? JSONDecoder().decode(ErrorJSON.self, from: Data(json)) else { return nil }
    code = error.code
    message = error.message
  }

  init(code: Int, message: String) {
    self.code = code
    self.message = message
  }

  /// `{"error": "…", "message": "…", "code": 5}`, where the first is left out since version 3.6, and for
  /// streams `{"error": {"grpc_code": 5, "message": "…"}}`, where it is `code` since version 3.6.
  private struct ErrorJSON: Decodable {
    let code: Int
    let message: String

    init(from decoder: any Decoder) throws {
      var container = try decoder.container(keyedBy: CodingKeys.self)
      if let inner = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .error) {
        container = inner
      }
      code =
        try container.decodeIfPresent(Int.self, forKey: .streamCode)
        ?? container.decode(Int.self, forKey: .code)
      message = try container.decode(String.self, forKey: .message)
    }

    enum CodingKeys: String, CodingKey {
      case error, code, message
      case streamCode = "grpc_code"
    }
  }
}

private func decoded<Value: Decodable>(_ json: ArraySlice<UInt8>) throws(ForeignJSON) -> Value {
  do { return try JSONDecoder().decode(Value.self, from: Data(json)) } catch { throw ForeignJSON() }
}

private struct HeaderJSON: Decodable {
  let clusterID: JSONNumber<UInt64>
  let memberID: JSONNumber<UInt64>?
  let revision: JSONNumber<Int64>?
  let raftTerm: JSONNumber<UInt64>?

  var value: EtcdHeader {
    EtcdHeader(
      clusterID: clusterID.value, memberID: memberID?.value ?? 0, revision: revision?.value ?? 0,
      raftTerm: raftTerm?.value ?? 0)
  }

  enum CodingKeys: String, CodingKey {
    case revision
    case clusterID = "cluster_id"
    case memberID = "member_id"
    case raftTerm = "raft_term"
  }
}

private struct HeaderOnlyJSON: Decodable {
  let header: HeaderJSON
}

/// An element of a stream.
private struct StreamJSON<Element: Decodable>: Decodable {
  let result: Element
}

private struct TransactionAnswerJSON: Decodable {
  let header: HeaderJSON
  let succeeded: Bool?
  let responses: [ResultJSON]?
}

private struct ResultJSON: Decodable {
  struct Range: Decodable {
    let kvs: [EntryJSON]?
    let more: Bool?
  }

  struct Put: Decodable {}

  struct Delete: Decodable {
    let deleted: JSONNumber<Int64>?
  }

  let range: Range?
  let put: Put?
  let delete: Delete?

  func value(of operation: EtcdOperation) throws(ForeignJSON) -> EtcdResult {
    switch (operation, range, put, delete) {
    case (.range, let range?, nil, nil):
      .range(entries: (range.kvs ?? []).map(\.value), more: range.more ?? false)
    case (.put, nil, _?, nil): .put
    case (.delete, nil, nil, let delete?): .deleted(count: delete.deleted?.value ?? 0)
    default: throw ForeignJSON()
    }
  }

  enum CodingKeys: String, CodingKey {
    case range = "response_range"
    case put = "response_put"
    case delete = "response_delete_range"
  }
}

private struct EntryJSON: Decodable {
  let key: Data
  let bytes: Data?
  let createRevision: JSONNumber<Int64>?
  let modRevision: JSONNumber<Int64>?
  let version: JSONNumber<Int64>?
  let lease: JSONNumber<Int64>?

  var value: EtcdEntry {
    EtcdEntry(
      key: String(decoding: key, as: UTF8.self), value: bytes.map(Array.init) ?? [],
      createRevision: createRevision?.value ?? 0, modRevision: modRevision?.value ?? 0,
      version: version?.value ?? 0, lease: lease?.value ?? 0)
  }

  enum CodingKeys: String, CodingKey {
    case key, version, lease
    case bytes = "value"
    case createRevision = "create_revision"
    case modRevision = "mod_revision"
  }
}

private struct LeaseAnswerJSON: Decodable {
  let header: HeaderJSON
  let id: JSONNumber<Int64>
  let seconds: JSONNumber<Int64>?

  var value: EtcdAnswer { .lease(header.value, id: id.value, seconds: seconds?.value ?? 0) }

  enum CodingKeys: String, CodingKey {
    case header
    case id = "ID"
    case seconds = "TTL"
  }
}

private struct StatusAnswerJSON: Decodable {
  let header: HeaderJSON
  let version: String
  let leader: JSONNumber<UInt64>?
  let size: JSONNumber<Int64>?
  let quota: JSONNumber<Int64>?
  let errors: [String]?

  enum CodingKeys: String, CodingKey {
    case header, version, leader, errors
    case size = "dbSize"
    case quota = "dbSizeQuota"
  }
}

private struct MembersAnswerJSON: Decodable {
  struct Member: Decodable {
    let id: JSONNumber<UInt64>

    enum CodingKeys: String, CodingKey { case id = "ID" }
  }

  let header: HeaderJSON
  let members: [Member]?
}

private struct WatchAnswerJSON: Decodable {
  let header: HeaderJSON
  let created: Bool?
  let canceled: Bool?
  let reason: String?
  let compacted: JSONNumber<Int64>?
  let events: [EventJSON]?

  enum CodingKeys: String, CodingKey {
    case header, created, canceled, events
    case reason = "cancel_reason"
    case compacted = "compact_revision"
  }
}

private struct EventJSON: Decodable {
  let type: String?
  let kv: EntryJSON

  static func value(_ event: Self) throws(ForeignJSON) -> EtcdChange {
    let entry = event.kv.value
    switch event.type {
    case nil, "PUT": return .put(entry)
    case "DELETE": return .delete(key: entry.key, modRevision: entry.modRevision)
    default: throw ForeignJSON()
    }
  }
}
