internal import Essentials

/// An error of a board as the Alertmanager receives it.
struct AlertMessage: Sendable, Equatable {
  /// Its labels by their names, which are its identity.
  var labels: [String: String]
  /// What people read, by name.
  var annotations: [String: String] = [:]
  /// When it began, in seconds since 1970.
  var start: Int64

  /// The alerts as the body of a request.
  /// - Parameter end: Returns when an alert ends, in seconds since 1970.
  static func json(_ alerts: [AlertMessage], end: (AlertMessage) -> Int64) -> String {
    let objects = alerts.map { alert in
      // A clock that went back would make the whole request invalid.
      let end = max(alert.start, end(alert))
      return """
        {"labels":\(object(alert.labels)),"annotations":\(object(alert.annotations)),\
        "startsAt":"\(time(alert.start))","endsAt":"\(time(end))"}
        """
    }
    return "[\(objects.joined(separator: ","))]"
  }

  private static func object(_ members: [String: String]) -> String {
    let members = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(quoted($0.value))" }
    return "{\(members.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A time as RFC 3339 has it: "2026-11-24T11:04:13Z".
  static func time(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
  }
}
