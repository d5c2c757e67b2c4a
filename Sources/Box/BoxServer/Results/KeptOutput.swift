internal import Board
internal import Boundary
internal import Jobs
internal import Wire

/// The last lines of a run in a file: a line of JSON that says which run, then one for each line.
///
///     {"run":3,"work":"5fe1","outcome":{"failed":"exit code 3","exit":3},"first":12}
struct KeptOutput: Sendable, Equatable {
  /// Which run it is, and how it has ended.
  struct Head: WireObject, Sendable {
    var version = 1
    var run = 0
    /// Identifies the work of the action: the output of other work is not one of this action.
    var work = ""
    /// When it ended, since 1970 on the wall clock.
    var ended = Duration.zero
    var outcome = RunOutcome.failed("")
    var exitCode: Int32?
    /// The number of the first line, and how many older ones of the run are missing.
    var first = 0
    var missing = 0
    /// The number of lines, so that a file that is cut is none.
    var count = 0

    static let fields: WireFields<Head> = [
      WireField("v", \.version), WireField("run", \.run), WireField("work", \.work),
      WireField("ended", \.ended), WireField("outcome", \.outcome), WireField("exit", \.exitCode),
      WireField("first", \.first), WireField("missing", \.missing), WireField("count", \.count),
    ]
    static var blank: Head {
      var blank = Head()
      blank.version = 0
      return blank
    }
  }

  var head = Head()
  var lines: [KeptLines.Line] = []

  /// - Parameter wall: The present time since 1970.
  init(_ event: RunEvent, wall: Duration) {
    let kept = event.lines()
    head.run = event.run.number
    head.work = event.action.work.digest
    head.ended = wall
    if let ending = event.run.ending { head.outcome = ending.outcome }
    head.exitCode = event.exitCode
    head.first = kept.lines.first?.number ?? kept.next
    head.missing = kept.missing
    head.count = kept.lines.count
    lines = kept.lines
  }

  /// The text of the file.
  var text: [UInt8] {
    lines.reduce(into: head.json + [UInt8(ascii: "\n")]) { text, line in
      text += line.json
      text.append(UInt8(ascii: "\n"))
    }
  }

  /// Nil if this is not the whole text of a file.
  init?(_ text: [UInt8]) {
    var parts = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard parts.popLast()?.isEmpty == true, let first = parts.first,
      let head = try? Head(JSONParser.parse(first)), head.version == 1, head.count == parts.count - 1
    else { return nil }
    self.head = head
    for part in parts.dropFirst() {
      guard let line = try? KeptLines.Line(JSONParser.parse(part)) else { return nil }
      lines.append(line)
    }
  }

  /// As `output` prints them.
  var kept: KeptLines {
    var kept = KeptLines()
    (kept.run, kept.hasEnded, kept.missing) = (head.run, true, head.missing)
    kept.next = head.first + lines.count
    kept.lines = lines
    return kept
  }
}
