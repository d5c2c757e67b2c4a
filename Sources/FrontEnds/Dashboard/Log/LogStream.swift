internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard {
  /// The outputs of several actions as one, each line with the name of its action.
  ///
  /// It says which lines are wanted, and takes them. A line that its program changes later stays as it came.
  struct LogStream {
    static let id: ActionDescription.ID = Scene.streamID

    /// What its log is called, as if it was that of one action.
    let definition: Shared<ActionDescription>
    /// The names of its actions.
    let actions: [ActionDescription.ID]
    private(set) var ring = OutputRing(lineLimit: 5_000, byteLimit: 1 << 20)

    /// What stands before the lines of each action.
    private let labels: [ActionDescription.ID: OutputLine]
    /// The number of the next line of each action.
    private var next: [ActionDescription.ID: Int] = [:]
    /// The actions that may have lines, and those whose lines were asked for.
    private var outOfDate: Set<ActionDescription.ID>
    private var asked: Set<ActionDescription.ID> = []
    /// The actions whose first lines have not come, and the lines of the others: they are in the order of
    /// time.
    private var missing: Set<ActionDescription.ID>
    private var first: [(action: ActionDescription.ID, line: OutputLine)] = []
    /// The action of each line, from this number on.
    private var sources: (start: Int, actions: [ActionDescription.ID]) = (0, [])

    /// - Parameter title: What the actions are together: "3 services".
    init(of actions: [ActionDescription], title: String) {
      definition = Shared(ActionDescription(id: Self.id, title: title))
      self.actions = actions.map(\.id)
      outOfDate = Set(self.actions)
      missing = outOfDate
      let width = min(Self.longestLabel, actions.map { TextWidth.of($0.title) }.max() ?? 0)
      labels = Dictionary(
        actions.enumerated().map { ($1.id, Self.label($1.title, width: width, color: Self.colors[$0 % 4])) }
      ) { $1 }
    }

    /// No more columns of a name are shown.
    private static let longestLabel = 16
    private static let colors: [Color] = [.cyan, .green, .magenta, .blue]

    private static func label(_ title: String, width: Int, color: Color) -> OutputLine {
      var name = title
      while TextWidth.of(name) > width { name.removeLast() }
      let gap = String(repeating: " ", count: max(0, width - TextWidth.of(name)))
      var label = OutputLine("\(name)\(gap) | ")
      label.styles = [
        StyleRun(start: 0, style: Style(foreground: color)),
        StyleRun(start: label.text.utf8.count, style: .plain),
      ]
      return label
    }

    /// An action may have printed something.
    mutating func noteNews(of action: ActionDescription.ID) {
      if labels[action] != nil { outOfDate.insert(action) }
    }

    /// What to ask the box for now: each action once until it has answered.
    mutating func requests() -> [(action: ActionDescription.ID, from: Int)] {
      let wanted = actions.filter { outOfDate.contains($0) && !asked.contains($0) }
      asked.formUnion(wanted)
      outOfDate.subtract(wanted)
      return wanted.map { ($0, next[$0] ?? 0) }
    }

    /// Adopts the lines of an action; nil if the box has ended.
    mutating func take(_ kept: KeptLines?, of action: ActionDescription.ID) {
      asked.remove(action)
      let begin = next[action] ?? 0
      let lines = kept?.lines.filter { $0.number >= begin && $0.line.kind.isStreamed }.map(\.line) ?? []
      next[action] = max(begin, kept?.next ?? 0)
      guard !missing.isEmpty else { return append(lines.map { (action, $0) }) }
      first += lines.map { (action, $0) }
      missing.remove(action)
      guard missing.isEmpty else { return }
      let order = first.indices.sorted { (first[$0].line.arrival, $0) < (first[$1].line.arrival, $1) }
      append(order.map { first[$0] })
      first = []
    }

    /// The action that has printed a line; nil if that is not known.
    func action(ofLine number: Int) -> ActionDescription.ID? {
      let index = number - sources.start
      return sources.actions.indices.contains(index) ? sources.actions[index] : nil
    }

    private mutating func append(_ lines: [(action: ActionDescription.ID, line: OutputLine)]) {
      for (action, line) in lines {
        guard let label = labels[action] else { continue }
        ring.append(line.behind(label))
        sources.actions.append(action)
      }
      let surplus = ring.startIndex - sources.start
      guard surplus > ring.lineLimit else { return }
      sources.actions.removeFirst(surplus)
      sources.start += surplus
    }
  }
}

extension OutputLine {
  /// The line behind a label.
  fileprivate func behind(_ label: OutputLine) -> OutputLine {
    var line = OutputLine(label.text + text, isTruncated: isTruncated, kind: kind)
    line.arrival = arrival
    line.takeMarks(of: self, movedBy: label.text.utf8.count)
    line.styles = label.styles.filter { $0.start == 0 || styles.first?.start != 0 } + line.styles
    return line
  }
}

extension OutputLine.Kind {
  /// Whether it stands in a stream: what is printed, and how runs end.
  fileprivate var isStreamed: Bool {
    switch self {
    case .output, .errorOutput, .success, .failure, .cancellation: true
    case .note, .startByPerson, .startByClock, .startByBoard, .retry, .status: false
    }
  }
}
