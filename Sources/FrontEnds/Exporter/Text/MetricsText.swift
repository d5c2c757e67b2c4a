/// The text of metrics in the exposition format of Prometheus, version 0.0.4.
///
///     var text = MetricsText()
///     text.family("door_open", .gauge, "Whether the door is open.") { $0.sample(1, [("room", "7")]) }
///     text.bytes   // # HELP, # TYPE, and door_open{room="7"} 1
struct MetricsText {
  /// The value of the header `Content-Type`.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String {
    case counter, gauge, summary
  }

  typealias Labels = [(name: String, value: String)]

  private(set) var bytes: [UInt8] = []

  /// Adds a family of metrics, with the samples that `body` adds to it; nothing if it adds none.
  mutating func family(_ name: String, _ kind: Kind, _ help: String, _ body: (inout Family) -> Void) {
    let start = bytes.count
    bytes += "# HELP \(name) ".utf8
    Self.append(help, escapingQuotes: false, to: &bytes)
    bytes += "\n# TYPE \(name) \(kind.rawValue)\n".utf8
    let header = bytes.count
    var family = Family(name: name, bytes: bytes)
    // The only reference, so that each sample is appended in place.
    bytes = []
    body(&family)
    bytes = family.bytes
    if bytes.count == header { bytes.removeLast(header - start) }
  }

  /// The samples of a family.
  struct Family {
    fileprivate let name: String
    fileprivate var bytes: [UInt8]

    /// Adds a sample.
    /// - Parameter suffix: What a summary adds to its name, such as `_count`.
    mutating func sample(_ value: some BinaryInteger, suffix: String = "", _ labels: Labels = []) {
      append("\(value)", suffix, labels)
    }

    /// Adds a sample, of a number that is finite.
    mutating func sample(_ value: Double, suffix: String = "", _ labels: Labels = []) {
      append("\(value)", suffix, labels)
    }

    private mutating func append(_ value: String, _ suffix: String, _ labels: Labels) {
      bytes += name.utf8
      bytes += suffix.utf8
      if !labels.isEmpty {
        bytes.append(UInt8(ascii: "{"))
        for (index, label) in labels.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes += label.name.utf8
          bytes += "=\"".utf8
          MetricsText.append(label.value, escapingQuotes: true, to: &bytes)
          bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
      }
      bytes.append(UInt8(ascii: " "))
      bytes += value.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a text with the escapes of the format. All other characters stand for themselves.
  private static func append(_ text: String, escapingQuotes: Bool, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\"") where escapingQuotes: bytes += #"\""#.utf8
      default: bytes.append(byte)
      }
    }
  }
}
