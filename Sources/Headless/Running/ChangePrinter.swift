internal import FoundationEssentials
internal import Jobs
internal import Processes
internal import SignalboxCore

/// Turns what changes into lines of JSON or for people, in an order that makes sense.
package final class Teller: @unchecked Sendable {
  /// What is told.
  package enum Style: Sendable {
    /// Every change, as one object a line.
    case json
    /// The lines that these actions print.
    case output(of: Set<String>)
    /// The bytes that this action prints. They take another way, by `PassThrough`, so nothing is left to tell.
    case bytes(of: String)
    /// Every change that is of interest to people.
    case plain(Ink)
  }

  package let style: Style
  private let write: @Sendable ([UInt8]) -> Void
  private let lock = Lock()
  private var narrator: Narrator?
  private var told: [String: ActionReading] = [:]

  /// - Parameter write: Receives the text, one part after the other; called with a lock held.
  package init(_ style: Style, write: @escaping @Sendable ([UInt8]) -> Void) {
    self.style = style
    self.write = write
  }

  /// Whether all lines that an action prints are told.
  func tellsLines(of id: String) -> Bool {
    switch style {
    case .json: true
    case .output(let actions): actions.contains(id)
    case .bytes, .plain: false
    }
  }

  /// Tells what is different from the moment before. The first moment is not told.
  package func tell(_ situation: Situation) {
    lock.withLock {
      if narrator == nil {
        narrator = Narrator(after: situation)
        told = Dictionary(uniqueKeysWithValues: situation.actions.map { ($0.id, $0) })
      }
      write(narrator?.take(situation) ?? [])
    }
  }

  /// Tells something that is no change between two moments, such as a refusal.
  package func tell(_ changes: [Change]) {
    lock.withLock { write(changes) }
  }

  /// Tells what a job has printed. The text is made before the lock is taken, so that a flood does not hold up changes.
  func tell(_ lines: [OutputLine], of job: Job) {
    let reading = ActionReading(job)
    let text: [UInt8] =
      switch style {
      case .json: JSONLine.output(lines, of: job.id, run: reading.runCount, at: Self.now)
      case .output(let actions) where actions.contains(job.id): PlainText.of(lines)
      case .output, .bytes, .plain: []
      }
    // Only output needs the beginning of its run before it. Otherwise that is a change among others, which waits for a
    // reader that is behind.
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
        defer { told[reading.id] = reading }
        return PlainLine.text(change, after: told[reading.id], ink: ink)
      }
      write(lines: lines.map(\.string))
    }
  }

  private func write(lines: [String]) { write(Array(lines.map { $0 + "\n" }.joined().utf8)) }

  private static var now: String { Date.now.formatted(.iso8601WithMilliseconds) }
}

extension Teller {
  /// The number of the run that a change is about; nil when it is about none.
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
  /// As RFC 3339 has it, in UTC: "2026-02-03T14:00:06.250Z".
  fileprivate static var iso8601WithMilliseconds: Self { Self(includingFractionalSeconds: true) }
}
