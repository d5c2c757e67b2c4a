// The values under the keys, as JSON objects. Documentation/Cluster.md describes them. Fields that are not
// known are ignored; without a field that is not optional, a value cannot be read.

/// `host/<member>`
package struct HostValue: Sendable, Equatable, Codable {
  package var host: String
  package var user: String
  package var program: String
  package var process: Int32
  package var started: Int64
}

/// `board/<board>/<member>`
package struct BoardValue: Sendable, Equatable, Codable {
  /// The digests of the shared actions.
  package var actions: [String: String]
}

/// `run/<board>/<action>/<slot>`
package struct RunValue: Sendable, Equatable, Codable {
  package var run: RunID
  package var member: String
  package var host: String
  package var user: String
  package var input: String?
  package var cause: String
  package var began: Int64
  /// For how many milliseconds its host must be gone until any member of the board may end it, as the board
  /// said that started it; nil if only a person may.
  package var freeAfter: Int64?
}

extension RunValue {
  /// As ``freeAfter``. A number that is no time frees nothing.
  var timeUntilFree: Duration? { freeAfter.flatMap { $0 > 0 ? .milliseconds($0) : nil } }
}

/// `now/<board>/<action>/<slot>`
package struct NowValue: Sendable, Equatable, Codable {
  package var run: RunID
  package var value: String?
  package var fraction: Double?
}

/// `wait/<board>/<action>/<run>`
package struct WaitValue: Sendable, Equatable, Codable {
  package var member: String
  package var host: String
  package var user: String
}

/// `log/<revision>-<run>`
package struct LogValue: Sendable, Equatable, Codable {
  package var action: String
  package var slot: Int
  package var run: RunID
  /// Whose run was taken over.
  package var host: String
  package var user: String
  package var person: String
  /// The machine on which the person has taken it over.
  package var machine: String?
  package var reason: String
  package var at: Int64
}

extension LogValue {
  /// "was taken over by ada on laptop".
  var deed: String { "was taken over by \(person)" + (machine.map { " on \($0)" } ?? "") }
}
