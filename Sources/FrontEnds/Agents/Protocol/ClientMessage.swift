internal import Wire

/// A message of a client.
enum ClientMessage: Equatable {
  case request(id: JSONTree, method: String, params: JSONTree)
  case notification(method: String, params: JSONTree)
  /// The answer to a request of the server; nil for an error.
  case response(id: JSONTree, result: JSONTree?)
  case mistake(RequestMistake, id: JSONTree)

  /// The most levels of lists and objects.
  static let depthLimit = 64

  init(_ line: [UInt8]) {
    let tree: JSONTree
    do throws(JSONParser.Mistake) {
      tree = try JSONParser.parse(line, depthLimit: Self.depthLimit)
    } catch {
      self = .mistake(.notJSON, id: .null)
      return
    }
    guard case .object = tree, tree["jsonrpc"]?.text == "2.0" else {
      self = .mistake(.notARequest("a message is one object with \"jsonrpc\":\"2.0\""), id: .null)
      return
    }
    let id = tree["id"]
    guard id.map(Self.isID) ?? true else {
      self = .mistake(.notARequest("an id is a text or a whole number"), id: .null)
      return
    }
    guard let method = tree["method"]?.text else {
      guard tree["method"] == nil, let id, tree["result"] != nil || tree["error"] != nil else {
        self = .mistake(.notARequest("a request has a method"), id: id ?? .null)
        return
      }
      self = .response(id: id, result: tree["result"])
      return
    }
    let params = tree["params"] ?? [:]
    guard let id else {
      self = .notification(method: method, params: params)
      return
    }
    guard case .object = params else {
      self = .mistake(.wrongParams("params must be an object"), id: id)
      return
    }
    self = .request(id: id, method: method, params: params)
  }

  private static func isID(_ tree: JSONTree) -> Bool {
    switch tree {
    case .text: true
    case .number(let digits): !digits.contains { "eE.".contains($0) }
    default: false
    }
  }
}

/// Why a request gets an error instead of a result.
struct RequestMistake: Error, Equatable {
  let code: Int
  let message: String
  var data: JSONTree?

  static let notJSON = Self(code: -32_700, message: "not a line of JSON")
  static func notARequest(_ message: String) -> Self { Self(code: -32_600, message: message) }
  static func unknownMethod(_ name: String) -> Self {
    Self(code: -32_601, message: "unknown method: \(name.prefix(100))")
  }
  static func wrongParams(_ message: String) -> Self { Self(code: -32_602, message: message) }
  static let busy = Self(code: -32_000, message: "busy: too many calls at once")
  /// A version of the protocol that is not spoken here.
  static func unsupportedVersion(_ requested: String) -> Self {
    Self(
      code: -32_022, message: "unsupported version of the protocol",
      data: ["supported": .list(ModernEra.versions.map { .text($0) }), "requested": .text(requested)])
  }
}

/// Messages of the server.
enum ServerMessage {
  static func result(_ id: JSONTree, _ result: JSONTree) -> JSONTree {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func error(_ id: JSONTree, _ mistake: RequestMistake) -> JSONTree {
    var error: JSONTree = ["code": JSONTree(mistake.code), "message": .text(mistake.message)]
    error.set("data", mistake.data)
    return ["jsonrpc": "2.0", "id": id, "error": error]
  }

  static func notification(_ method: String, _ params: JSONTree = [:]) -> JSONTree {
    ["jsonrpc": "2.0", "method": .text(method), "params": params]
  }

  static func request(_ id: String, _ method: String, _ params: JSONTree) -> JSONTree {
    ["jsonrpc": "2.0", "id": .text(id), "method": .text(method), "params": params]
  }
}
