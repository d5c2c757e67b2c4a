package import Board

/// `last/<board>/<action>`
package struct LastValue: Sendable, Equatable {
  package var run: RunID
  package var outcome: RunOutcome
  package var host: String
  package var user: String
  package var began: Int64
  package var ended: Int64
  package var value: String?
}

extension LastValue {
  /// How long the run took; zero if its machine has set back its clock.
  package var duration: Duration { .milliseconds(max(0, ended - began)) }
}

extension LastValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case run, result, host, user, began, ended, message, value
  }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    run = try object.decode(RunID.self, forKey: .run)
    let message = try object.decodeIfPresent(String.self, forKey: .message)
    switch try object.decode(String.self, forKey: .result) {
    case "succeeded": outcome = .succeeded
    case "failed": outcome = .failed(message ?? "failed")
    case "cancelled": outcome = .cancelled
    case "lost": outcome = .lost(message ?? "taken over")
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .result, in: object, debugDescription: "expected the outcome of a run")
    }
    host = try object.decode(String.self, forKey: .host)
    user = try object.decode(String.self, forKey: .user)
    began = try object.decode(Int64.self, forKey: .began)
    ended = try object.decode(Int64.self, forKey: .ended)
    value = try object.decodeIfPresent(String.self, forKey: .value)
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(run, forKey: .run)
    // What the board tolerates on one machine is a failure for the others.
    try object.encode(outcome.counts ? outcome.word : "failed", forKey: .result)
    try object.encodeIfPresent(outcome.message, forKey: .message)
    try object.encode(host, forKey: .host)
    try object.encode(user, forKey: .user)
    try object.encode(began, forKey: .began)
    try object.encode(ended, forKey: .ended)
    try object.encodeIfPresent(value, forKey: .value)
  }
}
