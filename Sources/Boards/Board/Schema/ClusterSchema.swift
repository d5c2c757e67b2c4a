import Configuration
import Essentials

extension ValueReader where Value == ClusterDefinition {
  /// The servers and the names by which boards on several machines find each other.
  static func cluster(in place: BoardPlace) -> Self {
    .mapping("cluster") { fields in
      let endpoints = fields.require(
        "etcd",
        ValueReader<String>.endpoint.oneOrMore.satisfying("address or list", "must name each server once") {
          Set($0.map { $0.lowercased() }).count == $0.count
        },
        "the addresses of the etcd servers, version 3.4 or newer", example: "[https://a:2379, https://b:2379]"
      )
      let realm = fields.require(
        "realm", .clusterName, "the name that all boards have in common that share actions", example: "shop")
      let board = fields.require(
        "board", .clusterName, "the name of this board in the guards of others: `ops/migrate.running`",
        example: "ops")
      let user = fields.read(
        "user", .text, "the user of the etcd", default: "none", example: "ada", requires: ["password-file"])
      let passwordFile = fields.read(
        "password-file", .file(in: place),
        "the file with the password of the user, relative to the board's file; read for each login",
        default: "none", example: "etcd-password", requires: ["user"])
      let trust = CertificatePolicy.readTrust(&fields, in: place)
      let onCutOff = fields.read(
        "on-cut-off", ValueReader<ClusterDefinition.CutOffPolicy>.choice,
        "whether runs of shared actions continue or are cancelled while this machine cannot reach the etcd",
        default: "`continue`", example: "cancel")
      guard let endpoints, let realm, let board else { return nil }
      return ClusterDefinition(
        endpoints: endpoints, realm: realm, board: board, user: user, passwordFile: passwordFile,
        trust: trust, onCutOff: onCutOff ?? .continue)
    }
  }
}

extension ValueReader where Value == SharedPolicy {
  /// What becomes of a lost run.
  static var onLost: Self {
    let prefix = "free-after "
    var schema: ValueSchema {
      ValueSchema(
        "`keep`, or `free-after` with a duration",
        .string(pattern: "^(keep|free-after +[0-9][0-9a-z.]*)$"))
    }
    return Self(schema) { field in
      let text = field.node.scalar?.text ?? ""
      if text == "keep" { return SharedPolicy() }
      if text.hasPrefix(prefix) {
        let duration = DurationText.parse(String(text.dropFirst(prefix.count)).trimmingSpaces)
        if let duration, duration > .zero { return SharedPolicy(freeAfter: duration) }
      }
      field.mustBe("`keep`, or `free-after` with a duration, such as `free-after 2m`")
      return nil
    }
  }
}

extension ValueReader where Value == String {
  /// A name that is a part of keys in the etcd.
  fileprivate static var clusterName: Self {
    .parsed(
      "a name of letters, digits, `-` and `_`",
      ValueSchema("name", .string(pattern: "^[A-Za-z0-9_][A-Za-z0-9_-]*$"))
    ) { text in
      ClusterDefinition.isName(text) ? text : nil
    }
  }

  /// The address of a server: scheme, host and port, and nothing else.
  fileprivate static var endpoint: Self {
    let expected = "an address such as https://etcd.example.org:2379"
    return Self(ValueSchema("address", .string(pattern: "^[hH][tT][tT][pP][sS]?://"))) { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar(expected).read(field) else { return nil }
      do throws(HTTPAddress.Mistake) {
        let parts = URLComponents(string: try HTTPAddress.url(scalar.text).absoluteString)
        guard let parts, ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil else {
          field.mistake("\(field.name) must have no path", hint: "the servers are addressed by host and port")
          return nil
        }
        return scalar.text.hasSuffix("/") ? String(scalar.text.dropLast()) : scalar.text
      } catch {
        switch error {
        case .user:
          field.report.conceal(scalar)
          field.mistake(
            "\(field.name) must not contain a user name", hint: "write `user` and `password-file`")
        case .port: field.mistake("\(field.name) must have a port from 1 to 65535")
        case .malformed:
          field.mustBe(
            expected, hint: scalar.text.contains("://") ? nil : "did you mean `https://\(scalar.text)`?")
        }
        return nil
      }
    }
  }
}

extension ClusterDefinition {
  /// Whether a text can be the name of a realm or of a board in it.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && !text.hasPrefix("-")
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.isPartOfName }
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
