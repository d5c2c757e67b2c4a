internal import Boundary
import TerminalUI

extension Dashboard {
  /// The last runs of an action, in a box over the board.
  struct Runs: Overlay {
    static let command: Command? = .runs

    /// The name of the action in the board.
    let id: String
    /// The title of the action.
    var title: String
    /// What the trend and the times measure: "Duration", or "Latency" for a probe.
    var measure: String
    var trend = RunTrend()
    /// The number of runs that the success rate is based on.
    var count = 0
    /// The times of the successful runs; nil if there are none.
    var times: Times?
    /// The runs, the newest first.
    var lines: [RunLine] = []
    /// The number of the chosen run; nil to follow the newest run.
    var choice: Int?

    init(id: String, title: String, measure: String = "Duration", choice: Int? = nil) {
      self.id = id
      self.title = title
      self.measure = measure
      self.choice = choice
    }

    /// How often it has run; nil if it has not.
    var frequency: RunFrequency?

    /// The fastest, the median and the slowest time of the runs.
    struct Times: Equatable, Sendable {
      var fastest, median, slowest: Duration

      init(fastest: Duration, median: Duration, slowest: Duration) {
        self.fastest = fastest
        self.median = median
        self.slowest = slowest
      }
    }

    /// The index of the chosen row. If the chosen run is no longer kept, this is the oldest one.
    var focus: Int {
      guard let choice else { return 0 }
      return lines.firstIndex { $0.number <= choice } ?? max(0, lines.count - 1)
    }

    init(_ action: ActionDescription) { self.init(id: action.id, title: action.title) }

    func view(of state: State) -> any OverlayView { RunsOverlay(runs: self, glyphs: state.glyphs) }
    func rowCount(in scene: Scene) -> Int { lines.count }
    func page(in scene: Scene) -> Int { max(1, scene.layout.board.height - 8) }
    var showsAges: Bool { true }
    var history: String? { id }

    mutating func move(by rows: Int, wraps: Bool, in scene: Scene) { move(by: rows) }

    /// Moves the choice down by a number of rows; a negative number moves up. In the first row, the choice
    /// follows the newest run as others begin.
    mutating func move(by rows: Int) {
      let row = min(max(0, focus + rows), max(0, lines.count - 1))
      choice = row == 0 ? nil : lines[row].number
    }

    mutating func update(to scene: Scene) -> Bool {
      guard let action = scene.situation[id]?.description else { return false }
      self = Runs(
        scene.history(id), of: action, now: scene.now, clock: scene.clock, choice: choice,
        ownName: scene.ownName, titles: scene.triggers.titles)
      return true
    }

    /// Scrolls the log to the first line of the chosen run, if that line is still kept.
    func enter(in scene: Scene) -> Outcome {
      guard lines.indices.contains(focus), let run = scene.history(id)[lines[focus].number] else {
        return .stay()
      }
      guard run.firstLine >= scene.firstLine(id) else {
        return .stay(.show("The output of run \(run.number) is no longer kept"))
      }
      return .close(.log(.show(line: run.firstLine)))
    }

    /// Chooses the run, as the arrow keys do.
    mutating func click(_ row: AnyHashable, in scene: Scene) -> Outcome {
      lines.firstIndex { AnyHashable(RowID(run: $0.number, action: id)) == row }.map { move(by: $0 - focus) }
      return .stay()
    }

    struct RowID: Hashable {
      let run: Int
      let action: String
    }

    func hints(in state: State, board: Rect) -> [Command] {
      (lines.isEmpty ? [] : [.press]) + [.close, .help, .quit]
    }

    func word(for command: Command) -> String? { command == .press ? "output" : nil }
  }
}
