internal import FoundationEssentials
internal import Jobs
internal import Processes
internal import SignalboxCore

/// Prints changes as lines of JSON or for people, in a consistent order.
package final class ChangePrinter: @unchecked Sendable {
  /// What is printed.
  package enum Style: Sendable {
    /// Every change, as one JSON object per line.
    case json
    /// The lines that these actions print.
    case output(of: Set<String>)
    /// The bytes that this action prints. ``PassThrough`` writes them, so nothing is printed here.
    case bytes(of: String)
    /// Every change that is relevant for people.
    case plain(Ink)
  }

  package let style: Style
  private let write: @Sendable ([UInt8]) -> Void
  private let lock = Lock()
  private var narrator: Narrator?
  private var printed: [String: ActionReading] = [:]

  /// - Parameter write: Receives the text, one part after the other. Called while holding a lock.
  package init(_ style: Style, write: @escaping @Sendable ([UInt8]) -> Void) {
    self.style = style
    self.write = write
  }

  /// Whether all lines of the output of an action are printed.
  func printsLines(of id: String) -> Bool {
    switch style {
    case .json: true
    case .output(let actions): actions.contains(id)
    case .bytes, .plain: false
    }
  }

  /// Prints the changes since the previous moment. The first moment is not printed.
  package func print(_ situation: Situation) {
    lock.withLock {
      if narrator == nil {
        narrator = Narrator(after: situation)
        printed = Dictionary(uniqueKeysWithValues: situation.actions.map { ($0.id, $0) })
      }
      write(narrator?.take(situation) ?? [])
    }
  }

  /// Prints something that is no change between two moments, such as a refusal.
  package func print(_ changes: [Change]) {
    lock.withLock { write(changes) }
  }

  /// Prints lines of the output of a job. The text is created before the lock is taken, so that a flood does
  /// not delay changes.
  func print(_ lines: [OutputLine], of job: Job) {
    let reading = ActionReading(job)
    let text: [UInt8] =
      switch style {
      case .json: JSONLine.output(lines, of: job.id, run: reading.runCount, at: Self.now)
      case .output(let actions) where actions.contains(job.id): PlainText.of(lines)
      case .output, .bytes, .plain: []
      }
    // Only output needs the start of its run before it. Otherwise the start is an ordinary change, which
    // waits for a slow reader.
    if text.isEmpty { return }
    lock.withLock {
      write(narrator?.takeOutput(of: reading) ?? [])
      write(text)
    }
  }

  private func write(_ changes: [Change]) {
    if changes.isEmpty { return }
    switch style {
    case .json:
      let now = Self.now
      write(lines: changes.map { JSONLine.text($0, run: run(of: $0), at: now) })
    case .output, .bytes: break
    case .plain(let ink):
      let lines = changes.compactMap { change -> TerminalText? in
        guard case .action(let reading) = change else {
          return PlainLine.text(change, after: nil, ink: ink)
        }
        defer { printed[reading.id] = reading }
        return PlainLine.text(change, after: printed[reading.id], ink: ink)
      }
      write(lines: lines.map(\.string))
    }
  }

  private func write(lines: [String]) { write(Array(lines.map { $0 + "\n" }.joined().utf8)) }

  private static var now: String { Date.now.formatted(.iso8601WithMilliseconds) }
}

extension ChangePrinter {
  /// The number of the run that a change belongs to; nil if it belongs to none.
  private func run(of change: Change) -> Int? {
    let count =
      if case .action(let reading) = change {
        reading.runCount
      } else {
        change.action.flatMap { narrator?.runCount(of: $0) } ?? 0
      }
    return count == 0 ? nil : count
  }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
  /// The format of RFC 3339, in UTC: "2026-02-03T14:00:06.250Z".
  fileprivate static var iso8601WithMilliseconds: Self { Self(includingFractionalSeconds: true) }
}
