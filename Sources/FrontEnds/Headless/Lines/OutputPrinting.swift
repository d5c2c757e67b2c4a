package import Boundary
internal import Essentials
internal import Programs

/// How kept lines of outputs are printed.
package struct OutputPrinting: Sendable {
  package var isJSON = false
  package var hasColor = false
  /// Whether each line begins with the time at which it was printed.
  package var hasTimes = false
  /// Whether each line begins with the name of its action.
  package var hasNames = false

  package init() {}

  /// The lines as they are printed.
  package func text(_ lines: [KeptLines.Line], of action: String, nameWidth: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      let time = Date(timeIntervalSince1970: Double(line.line.arrival))
      if isJSON {
        bytes += json(line, of: action, at: time.formatted(Self.exactFormat)).utf8
      } else {
        if hasNames {
          let gap = String(repeating: " ", count: max(0, nameWidth - action.count))
          bytes += Ink(hasColor: hasColor).cyan("\(action)\(gap) |").string.utf8
          bytes.append(UInt8(ascii: " "))
        }
        if hasTimes { bytes += "\(time.formatted(.iso8601)) ".utf8 }
        if line.line.isNote { bytes += "── ".utf8 }
        line.line.append(to: &bytes, hasColor: hasColor)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The first line of JSON: from which line on the output is kept.
  package func start(of action: String, _ kept: KeptLines) -> [UInt8] {
    guard isJSON else { return [] }
    var object = object("kept", action, run: kept.run ?? 0, at: Date.now.formatted(Self.exactFormat))
    object.add("from", kept.lines.first?.number ?? kept.next)
    return Array("\(object.text)\n".utf8)
  }

  private func json(_ line: KeptLines.Line, of action: String, at time: String) -> String {
    var object = object("output", action, run: line.run, at: time)
    object.add("line", line.number)
    object.add("text", line.line.text)
    object.add("kind", line.line.isPrinted ? "output" : "remark")
    return object.text
  }

  private func object(_ event: String, _ action: String, run: Int, at time: String) -> JSONObject {
    var object = JSONObject()
    object.add("v", 2)
    object.add("at", time)
    object.add("event", event)
    object.add("action", action)
    object.add("run", run == 0 ? nil : run)
    return object
  }

  private static let exactFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
