internal import FoundationEssentials
internal import Jobs
internal import SignalboxCore

/// Writes what changes to standard output, as lines of JSON or for people, in an order that makes sense.
final class Teller: @unchecked Sendable {
  /// What is told.
  enum Style: Sendable {
    /// Every change, as one object a line.
    case json
    /// The output of these actions as it is.
    case output(of: Set<String>)
    /// Every change that is of interest to people.
    case plain(Ink)
  }

  let style: Style
  private let output: StandardOutput
  private let lock = Lock()
  private var narrator: Narrator?
  private var told: [String: ActionReading] = [:]

  init(_ style: Style, to output: StandardOutput) {
    self.style = style
    self.output = output
  }

  /// Tells what is different from the moment before. The first moment is not told.
  func tell(_ situation: Situation) {
    lock.withLock {
      if narrator == nil {
        narrator = Narrator(after: situation)
        told = Dictionary(uniqueKeysWithValues: situation.actions.map { ($0.id, $0) })
      }
      write(narrator?.take(situation) ?? [])
    }
  }

  /// Tells something that is no change between two moments, such as a refusal.
  func tell(_ changes: [Change]) {
    lock.withLock { write(changes) }
  }

  /// Tells what a job has printed.
  func tell(_ lines: [String], of job: Job) {
    lock.withLock {
      write(narrator?.take(lines, of: ActionReading(job)) ?? [])
    }
  }

  private func write(_ changes: [Change]) {
    switch style {
    case .json:
      let now = Date.now.formatted(.iso8601WithMilliseconds)
      output.write(lines: changes.map { JSONLine.text($0, run: run(of: $0), at: now) })
    case .output(let actions):
      output.write(
        lines: changes.compactMap {
          if case .output(let id, let line) = $0, actions.contains(id) { line } else { nil }
        })
    case .plain(let ink):
      let lines = changes.compactMap { change -> String? in
        guard case .action(let reading) = change else {
          return PlainLine.text(change, after: nil, ink: ink)
        }
        defer { told[reading.id] = reading }
        return PlainLine.text(change, after: told[reading.id], ink: ink)
      }
      output.write(lines: lines)
    }
  }
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
