internal import Transfers

/// What an answer of HTTP means, which should be one of etcd's gateway.
enum GatewayAnswer: Equatable {
  /// A JSON object that is no error.
  case object(ArraySlice<UInt8>)
  /// etcd reports an error.
  case error(GatewayError)
  /// The path does not exist, as for versions of etcd that are too old.
  case notFound
  /// The end is missing, or a server on the way says that it has no answer.
  case incomplete(String)
  /// Something else answers.
  case foreign(String)

  init(_ answer: TransferAnswer) {
    let object = answer.isCut ? nil : FirstObject.bytes(of: answer.body[...])
    if let error = object.flatMap(GatewayError.init) {
      self = .error(error)
    } else {
      self =
        switch answer.status {
        case 200 where answer.isCut: .incomplete("the answer is too large")
        case 200:
          if let object {
            .object(object)
          } else if answer.body.isEmpty || FirstObject.begins(answer.body[...]) {
            .incomplete("the answer is incomplete")
          } else {
            .foreign("the answer is not etcd's")
          }
        case 300..<400: .foreign("it answers with a redirect")
        case 404: .notFound
        // Those who answer for others say with these that they do not know.
        case 408, 500...: .incomplete("it answers with the status \(answer.status)")
        default: .foreign("it answers with the status \(answer.status)\(Self.reason(in: answer))")
        }
    }
  }

  /// The first line of an answer that is text, such as what a port for HTTPS says to a request without TLS.
  private static func reason(in answer: TransferAnswer) -> String {
    let line = String(decoding: answer.body.prefix(100), as: UTF8.self).prefix { !$0.isNewline }
    return line.isEmpty || line.contains("<") ? "" : ": \(line)"
  }
}

extension GatewayError {
  /// Whether the token is not valid, or there is none and etcd requires one. A new one may help.
  var concernsToken: Bool {
    code == 16
      || code == 3 && (message.contains("user name is empty") || message.contains("auth store is old"))
  }

  /// Whether etcd has no users.
  var saysNoAuthentication: Bool { code == 9 && message.contains("authentication is not enabled") }

  /// What the error means for a request.
  /// - Parameter endpoint: The node that reports it.
  func failure(at endpoint: String) -> EtcdFailure {
    let text = "\(endpoint): \(message)"
    // The codes of gRPC.
    return switch code {
    case 3 where concernsToken || message.contains("authentication failed"): .authentication(text)
    case 5 where message.contains("lease not found"): .leaseNotFound
    case 7, 16: .authentication(text)
    case 8 where message.contains("space exceeded"): .noSpace
    // etcd reports this before it does anything.
    case 14 where message.contains("no leader"): .noLeader(text)
    // Cancelled, unknown, deadline exceeded, aborted, internal, unavailable, data loss: what has been
    // proposed to the other nodes may still be performed.
    case 1, 2, 4, 10, 13, 14, 15: .noAnswer(text)
    default: .refused(code: code, text)
    }
  }
}
