internal import Boundary
internal import Programs
internal import Wire

/// A situation that a front end does not know.
struct StateNews {
  let situation: Situation
  /// What it knows; nil for nothing, and if that is not needed.
  let before: Situation?
}

/// The situation as it was last sent.
struct StateFeed {
  let everyChange: Bool
  private var sent: Situation?
  /// The number of the reading that was passed as a value; nil for none.
  private var reading: Int?

  init(everyChange: Bool) { self.everyChange = everyChange }

  /// The start of the run that an action has just printed in; nil if the front end knows it.
  mutating func start(of action: ActionStatus) -> StateNews? {
    guard var situation = sent, let index = situation.actions.firstIndex(where: { $0.id == action.id }),
      situation.actions[index].runs.count < action.runs.count
    else { return nil }
    var action = action
    // Guards are evaluated for whole situations.
    action.verdict = situation.actions[index].verdict
    situation.actions[index] = action
    defer { sent = situation }
    return StateNews(situation: situation, before: sent)
  }

  /// What has changed; nil if that is known to be nothing.
  /// - Parameters:
  ///   - reading: A greater number for each situation that differs from the one before it.
  ///   - hasLines: Whether the starts of runs may have to be sent before their lines.
  ///   - asValues: Whether whole situations are sent, and not what is different in them.
  mutating func next(
    _ situation: Situation, _ reading: Int, hasLines: Bool, asValues: Bool
  ) -> StateNews? {
    guard asValues else {
      defer { sent = situation }
      return StateNews(situation: situation, before: sent)
    }
    // A later one may have been sent meanwhile.
    if let known = self.reading, reading < known { return nil }
    // Situations are large: who needs no earlier one keeps none, and compares none.
    if reading == self.reading, sent != nil || !hasLines { return nil }
    self.reading = reading
    sent = hasLines ? situation : nil
    return StateNews(situation: situation, before: nil)
  }
}

/// The output and the past runs that a front end looks at, as they were last sent.
struct LookFeed {
  private let look: Request.Look
  /// The numbers of the lines that the front end has; nil before the first message.
  private var sent: Range<Int>?
  /// The last lines that were sent: they may be replaced.
  private var lastLines: [OutputLine] = []
  private var history: RunHistory?

  /// - Parameter earlier: What was looked at before. What it has sent of the same action is not sent again.
  init(_ look: Request.Look, after earlier: LookFeed? = nil) {
    self.look = look
    guard let earlier else { return }
    if earlier.look.output == look.output { (sent, lastLines) = (earlier.sent, earlier.lastLines) }
    if earlier.look.history == look.history { history = earlier.history }
  }

  /// The events with what has changed.
  @MainActor
  mutating func next(
    output: (_ action: String) -> OutputRing, history runsOf: (_ action: String) -> RunHistory
  ) -> [BoxEvent] {
    var events: [BoxEvent] = []
    if let action = look.output, let part = nextOutput(output(action), of: action) {
      events.append(.output(part))
    }
    if let action = look.history {
      let runs = runsOf(action)
      if runs != history {
        history = runs
        var sent = BoxEvent.History()
        (sent.action, sent.runs) = (action, runs.entries)
        events.append(.history(sent))
      }
    }
    return events
  }

  private mutating func nextOutput(_ ring: OutputRing, of action: String) -> BoxEvent.Output? {
    var first = sent.map { max($0.upperBound, ring.startIndex) } ?? ring.startIndex
    if let sent, let changed = firstChange(in: ring, after: sent) { first = changed }
    // A line that was not finished may have gone.
    first = min(first, ring.endIndex)
    guard first < ring.endIndex || sent != ring.indices else { return nil }
    sent = ring.indices
    lastLines = Array(ring.suffix(OutputRing.changeableCount))
    var part = BoxEvent.Output()
    part.action = action
    part.start = ring.startIndex
    part.first = first
    part.lines = Array(ring[first...])
    return part
  }

  /// The number of the first of the last lines that was replaced after they were sent.
  private func firstChange(in ring: OutputRing, after sent: Range<Int>) -> Int? {
    zip(sent.suffix(lastLines.count), lastLines).first { number, line in
      ring.indices.contains(number) && ring[number] != line
    }?.0
  }
}

/// The lines of actions that a front end follows.
struct LineFeed {
  private let lines: Request.Lines
  var onlyRemarks: Bool { lines.onlyRemarks }
  /// How many lines of an action were left out while the connection was congested.
  private var skipped: [String: UInt32] = [:]

  init(_ lines: Request.Lines) { self.lines = lines }

  /// Adds the actions whose lines are followed.
  func add(to wanted: inout WantedLines) {
    if let actions = lines.actions { wanted.actions.formUnion(actions) } else { wanted.all = true }
  }

  func includes(_ action: String) -> Bool { lines.actions?.contains(action) ?? true }

  /// The event with these lines; nil if they are not followed, or left out.
  /// - Parameter mayLeaveOut: Whether lines can be left out, because the connection is congested.
  mutating func next(_ printed: [OutputLine], of action: String, mayLeaveOut: Bool) -> BoxEvent? {
    guard includes(action) else { return nil }
    var printed = lines.onlyRemarks ? printed.filter(\.isNote) : printed
    guard !printed.isEmpty else { return nil }
    if mayLeaveOut {
      skipped[action, default: 0].add(printed.reduce(printed.count) { $0 + Int($1.skippedBefore) })
      return nil
    }
    if let count = skipped.removeValue(forKey: action) { printed[0].skippedBefore.add(Int(count)) }
    var sent = BoxEvent.Lines()
    (sent.action, sent.lines) = (action, printed)
    return .lines(sent)
  }
}
