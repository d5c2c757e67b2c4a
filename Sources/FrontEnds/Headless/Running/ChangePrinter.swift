package import Boundary
internal import Essentials
internal import Programs
internal import SignalboxCore
package import TerminalUI

/// Prints changes as lines of JSON or for people, in a consistent order.
package final class ChangePrinter: Sendable {
  /// What is printed.
  package enum Style: Sendable {
    /// Every change, as one JSON object per line.
    case json
    /// The lines that these actions print.
    case output(of: Set<String>)
    /// The same on a terminal, on which lines can change, in the colours of the actions or without.
    case terminalOutput(of: Set<String>, hasColor: Bool)
    /// The bytes that this action prints. ``PassThrough`` writes them, so nothing is printed here.
    case bytes(of: String)
    /// Every change that is relevant for people.
    case plain(Ink)
  }

  private struct State {
    var narrator: Narrator?
    /// What people have read.
    var repetition: Repetition?
    /// The lines of output that are on the terminal.
    var lines = TerminalLines()
    var isClosed = false

    /// Takes the next moment, and returns what has changed; nothing for the first moment.
    mutating func take(_ situation: Situation) -> [Change] {
      if narrator == nil {
        narrator = Narrator(after: situation)
        repetition = Repetition(after: situation)
      }
      return narrator?.take(situation) ?? []
    }

    /// The lines that are printed for changes.
    mutating func lines(for changes: [Change], in style: Style) -> [String] {
      if changes.isEmpty { return [] }
      switch style {
      case .json:
        let now = ChangePrinter.now
        return changes.map { JSONLine.text($0, run: run(of: $0), at: now) }
      case .output, .terminalOutput, .bytes:
        return []
      case .plain(let ink):
        return changes.compactMap { line(for: $0, ink)?.string }
      }
    }

    private mutating func line(for change: Change, _ ink: Ink) -> TerminalText? {
      if repetition?.isNews(change) == false { return nil }
      guard case .action(let action) = change else { return PlainLine.text(change, after: nil, ink: ink) }
      defer { repetition?.keep(action) }
      return PlainLine.text(change, after: repetition?.printed[action.id], ink: ink)
    }

    /// The number of the run that a change belongs to; nil if it belongs to none.
    private func run(of change: Change) -> Int? {
      switch change {
      case .action(let action), .refusal(let action, _): action.lastRun
      default: change.action.flatMap { narrator?.lastRun(of: $0) }
      }
    }
  }

  package let style: Style
  private let windowSize: @Sendable () -> Size?
  private let write: @Sendable ([UInt8]) -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - windowSize: The present size of the terminal; nil if it is not known.
  ///   - write: Receives the text, one part after the other. Called while holding a lock.
  package init(
    _ style: Style, windowSize: @escaping @Sendable () -> Size? = { nil },
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.style = style
    self.windowSize = windowSize
    self.write = write
  }

  /// Whether the output of actions is printed.
  var printsLines: Bool {
    switch style {
    case .json, .output, .terminalOutput: true
    case .bytes, .plain: false
    }
  }

  /// Prints the changes since the previous moment. The first moment is not printed.
  /// - Parameter situation: Reads the present moment, while no output is printed: a moment before the first
  ///   output of a run cannot follow it.
  package func print(_ situation: @autoclosure () -> Situation) {
    state.withLock { state in
      if state.isClosed { return }
      let changes = state.take(situation())
      write(state.lines(for: changes, in: style))
    }
  }

  /// Prints something that is no change between two moments, such as a refusal.
  package func print(_ changes: [Change]) {
    state.withLock { write($0.lines(for: changes, in: style)) }
  }

  /// Prints lines of the output of an action. The text is created before the lock is taken, so that a flood
  /// does not delay changes.
  func print(_ lines: [OutputLine], of action: ActionStatus) {
    let text: [UInt8] =
      switch style {
      case .json: JSONLine.output(lines, of: action.id, run: action.runs.count, at: Self.now)
      case .output(let actions) where actions.contains(action.id): PlainText.of(lines)
      case .terminalOutput(let actions, let hasColor) where actions.contains(action.id):
        state.withLock { $0.lines.text(of: lines, hasColor: hasColor, size: windowSize()) }
      case .output, .terminalOutput, .bytes, .plain: []
      }
    // Only output needs the start of its run before it. Otherwise the start is an ordinary change, which
    // waits for a slow reader.
    if text.isEmpty { return }
    state.withLock { state in
      let changes = state.narrator?.takeOutput(of: action) ?? []
      write(state.lines(for: changes, in: style))
      write(text)
    }
  }

  /// Prints lines that are kept of an action, whichever style that has.
  func print(kept lines: [OutputLine], of action: ActionStatus) {
    switch style {
    case .json:
      let text = JSONLine.output(lines, of: action.id, run: action.runs.count, at: Self.now)
      state.withLock { _ in write(text) }
    case .terminalOutput(_, let hasColor):
      state.withLock { write($0.lines.text(of: lines, hasColor: hasColor, size: windowSize())) }
    case .output, .bytes, .plain: state.withLock { _ in write(PlainText.of(lines)) }
    }
  }

  /// Prints the last line of JSON, and no change after it.
  func close(with end: EndReading) {
    guard case .json = style else { return }
    state.withLock { state in
      state.isClosed = true
      write([JSONLine.end(end, at: Self.now)])
    }
  }

  /// Something else is printed on the terminal.
  func interrupt() { state.withLock { $0.lines.forget() } }

  private func write(_ lines: [String]) {
    if lines.isEmpty { return }
    write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private static var now: String { Date.now.formatted(.iso8601WithMilliseconds) }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
  /// The format of RFC 3339, in UTC: "2026-02-03T14:00:06.250Z".
  static var iso8601WithMilliseconds: Self { Self(includingFractionalSeconds: true) }
}
