internal import Boundary
internal import BoxClient
internal import Headless
internal import Processes
internal import Programs
internal import Wire

/// Prints kept lines of a box, once or as they come.
@MainActor
final class OutputReader {
  private let box: ServedBox
  private let actions: [String]
  private let choice: RunChoice
  private let lines: OutputChoice
  private let printing: OutputPrinting
  private let output = Opening.output
  private let nameWidth: Int
  /// The last lines of each action that were printed, by number: a program may change them.
  private var printed: [String: [Int: OutputLine]] = [:]
  private var next: [String: Int] = [:]
  /// The number of changes so far, and who waits for the next one.
  private var moment = 0
  private var waiting: CheckedContinuation<Void, Never>?

  init(
    _ box: ServedBox, _ actions: [String], _ choice: RunChoice, _ lines: OutputChoice,
    _ printing: OutputPrinting
  ) {
    (self.box, self.actions, self.choice) = (box, actions, choice)
    (self.lines, self.printing) = (lines, printing)
    nameWidth = actions.map(\.count).max() ?? 0
  }

  private func kept(of action: String, from first: Int = 0, run: Int?) async -> KeptLines? {
    await withCheckedContinuation { answer in
      box.lines(of: action, from: first, run: run) { answer.resume(returning: $0) }
    }
  }

  private var isOne: Bool { !printing.hasNames }

  /// Prints what is kept. Returns nil if the box has ended, and nothing is printed.
  func printOnce() async -> Int32? {
    var run: Int?
    if case .number(let number) = choice { run = number }
    guard let (code, _) = await printKept(run: run) else { return nil }
    return code ?? ExitStatus.succeeded
  }

  /// Prints the lines that are kept now. Returns the exit code, if it is not that of a success, and the run;
  /// nil if the box has ended, and nothing is printed.
  private func printKept(run: Int?) async -> (code: Int32?, run: Int?)? {
    var all: [(action: String, line: KeptLines.Line)] = []
    var (starts, remarks): ([UInt8], [String]) = ([], [])
    var found: Int?
    for action in actions {
      guard let kept = await kept(of: action, run: run) else { return nil }
      if let refusal = refusal(action, kept, run: run) {
        StandardError.write(refusal)
        return (ExitStatus.refused, nil)
      }
      if kept.missing > 0 {
        let source = isOne ? "" : "\(action): "
        remarks.append("\(source)\(kept.missing) older lines are not kept")
      }
      starts += printing.start(of: action, kept)
      found = kept.run
      next[action] = kept.next
      remember(kept.lines, of: action)
      all += kept.lines.map { (action, $0) }
    }
    for remark in remarks { StandardError.write(remark) }
    output.write(starts)
    // The outputs of several actions are one stream, in the order of time.
    let places = all.indices.sorted { (all[$0].line.line.arrival, $0) < (all[$1].line.line.arrival, $1) }
    let stream = lines.of(places.map { all[$0] })
    print(stream)
    return (stream.isEmpty && lines.pattern != nil ? ExitStatus.failed : nil, found)
  }

  /// Why the lines of a run cannot be printed; nil if they can.
  private func refusal(_ action: String, _ kept: KeptLines, run: Int?) -> String? {
    let count = box.situation[action]?.runs.count ?? 0
    if isOne, count == 0 { return "\(action) has never run" }
    if kept.isLost, let run = kept.run {
      let reason =
        box.isShared ? "newer ones have taken their place, or its box has ended" : "its box has ended"
      return "\(action): the lines of run \(run) are not kept: \(reason)"
    }
    if let run, kept.run == nil {
      return run < 0
        ? "\(action) has run \(count) times only"
        : "\(action): run \(run) is not known (the last one is \(count))"
    }
    return nil
  }

  func boxEnded() -> Int32 {
    StandardError.write("the box \(box.endWords)")
    return ExitStatus.waitedTooLong
  }

  // MARK: Following

  /// Prints what is kept, and what is printed until the run ends, or nothing runs.
  func follow() async -> Int32 {
    box.onChange = { [weak self] in self?.ring() }
    box.lines.actions = actions
    box.follow(OutputFollower { [weak self] _, _ in self?.ring() })
    var run: Int?
    if choice == .next {
      guard let action = actions.first else { return ExitStatus.usage }
      run = (box.situation[action]?.runs.count ?? 0) + 1
    } else {
      guard let (code, found) = await printKept(run: isOne ? -1 : nil) else { return boxEnded() }
      // A pattern that has matched nothing may match later.
      if let code, code != ExitStatus.failed { return code }
      run = found
    }
    while true {
      let before = moment
      let isOver = !box.situation.actions.contains(where: \.isRunning)
      var hasEnded = !isOne && isOver
      for action in actions {
        guard let kept = await kept(of: action, from: firstWanted(of: action), run: run) else {
          return boxEnded()
        }
        if kept.run != run, isOne { continue }
        show(kept, of: action)
        if isOne { hasEnded = kept.hasEnded && box.situation[action]?.endedUpTo ?? 0 >= run ?? 0 }
      }
      if hasEnded { return ExitStatus.succeeded }
      await change(after: before)
    }
  }

  private func firstWanted(of action: String) -> Int {
    min(printed[action]?.keys.min() ?? .max, next[action] ?? 0)
  }

  private func show(_ kept: KeptLines, of action: String) {
    var known = printed[action] ?? [:]
    let news = kept.lines.filter { known[$0.number] != $0.line }
    if let next = next[action], let first = kept.lines.first?.number, first > next {
      StandardError.write("\(action): \(first - next) lines were not kept until they could be printed")
    }
    var wanted = lines
    (wanted.tail, wanted.since) = (nil, nil)
    print(wanted.of(news.map { (action, $0) }))
    next[action] = kept.next
    for line in news { known[line.number] = line.line }
    printed[action] = known.filter { $0.key >= kept.next - OutputLine.changeableCount }
  }

  private func print(_ lines: [(action: String, line: KeptLines.Line)]) {
    output.write(lines.flatMap { printing.text([$0.line], of: $0.action, nameWidth: nameWidth) })
  }

  private func remember(_ lines: [KeptLines.Line], of action: String) {
    let last = lines.suffix(OutputLine.changeableCount)
    printed[action] = Dictionary(last.map { ($0.number, $0.line) }) { $1 }
  }

  private func ring() {
    moment += 1
    waiting?.resume()
    waiting = nil
  }

  private func change(after earlier: Int) async {
    if moment != earlier { return }
    await withCheckedContinuation { waiting = $0 }
  }
}
