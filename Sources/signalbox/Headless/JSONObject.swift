internal import Board

/// One line of JSON, whose fields keep the order in which they were added.
struct JSONObject: Sendable {
  private var fields = ""

  /// The object, without the end of the line.
  var text: String { "{\(fields)}" }

  mutating func add(_ name: String, _ value: String?) { addRaw(name, value.map(Self.quoted)) }
  mutating func add(_ name: String, _ value: Bool) { addRaw(name, "\(value)") }
  mutating func add(_ name: String, _ value: (some BinaryInteger)?) { addRaw(name, value.map { "\($0)" }) }

  mutating func add(_ name: String, _ values: [String]) {
    addRaw(name, "[\(values.map(Self.quoted).joined(separator: ","))]")
  }

  private mutating func addRaw(_ name: String, _ value: String?) {
    if !fields.isEmpty { fields += "," }
    fields += "\"\(name)\":\(value ?? "null")"
  }

  /// The text as RFC 8259 wants it. What is not safe to show in a terminal is escaped too, beyond what JSON asks for; so
  /// are the two line separators of Unicode, where some readers of lines stop.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isUnsafeToShow:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
