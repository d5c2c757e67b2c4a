internal import Essentials

/// The alerts of an Alertmanager, as it lists them.
struct AlertList: Sendable, Equatable {
  /// An alert that nobody has silenced.
  struct Alert: Sendable, Equatable {
    var labels: [String: String]

    /// Its name; other labels if it has none.
    var name: String { labels["alertname"] ?? text }

    /// All labels, the name first.
    var text: String {
      let others = labels.filter { $0.key != "alertname" }.sorted { $0.key < $1.key }
      return ([labels["alertname"]].compactMap(\.self) + others.map { "\($0.key)=\($0.value)" })
        .joined(separator: " ")
    }
  }

  /// The alerts that fire, in the order of the server.
  var firing: [Alert] = []
  /// The number of alerts that are silenced or inhibited.
  var suppressedCount = 0

  /// Reads the body of an answer.
  init(_ body: [UInt8]) throws(JobFailure) {
    guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(body)) else {
      throw .unexpectedJSON("the answer is not that of an Alertmanager")
    }
    for entry in entries {
      let isSuppressed = entry.status.state == "suppressed"
      if isSuppressed { suppressedCount += 1 } else { firing.append(Alert(labels: entry.labels)) }
    }
  }

  private struct Entry: Decodable {
    struct Status: Decodable {
      let state: String
    }

    let labels: [String: String]
    let status: Status
  }

  /// The result as a value: "none", "2: HighLoad", "none, 1 silenced".
  var value: String {
    let count = firing.first.map { "\(firing.count): \($0.name)" } ?? "none"
    return suppressedCount == 0 ? count : "\(count), \(suppressedCount) silenced"
  }

  /// Why the result is a failure; nil if no alert fires.
  var failure: String? {
    guard let first = firing.first else { return nil }
    if firing.count == 1 { return "\(first.name) fires" }
    var names: [String] = []
    for alert in firing where !names.contains(alert.name) { names.append(alert.name) }
    let shown = names.prefix(Self.nameLimit).joined(separator: ", ")
    return "\(firing.count) alerts fire: \(shown)\(names.count > Self.nameLimit ? ", …" : "")"
  }

  private static let nameLimit = 3
}
