package import Boundary

extension Dashboard {
  /// The last runs of an action, as shown in a box over the board.
  package struct Runs: Equatable, Sendable {
    /// The name of the action in the board.
    package let id: String
    /// The title of the action.
    package var title: String
    /// What the trend and the times measure: "Duration", or "Latency" for a probe.
    package var measure: String
    package var trend = RunTrend()
    /// The number of runs that the success rate is based on.
    package var count = 0
    /// The times of the successful runs; nil if there are none.
    package var times: Times?
    /// The runs, the newest first.
    package var lines: [RunLine] = []
    /// The number of the chosen run; nil to follow the newest run.
    package var choice: Int?

    package init(id: String, title: String, measure: String = "Duration", choice: Int? = nil) {
      self.id = id
      self.title = title
      self.measure = measure
      self.choice = choice
    }

    /// How often it has run; nil if it has not.
    package var frequency: RunFrequency?

    /// The fastest, the median and the slowest time of the runs.
    package struct Times: Equatable, Sendable {
      package var fastest, median, slowest: Duration

      package init(fastest: Duration, median: Duration, slowest: Duration) {
        self.fastest = fastest
        self.median = median
        self.slowest = slowest
      }
    }

    /// The index of the chosen row. If the chosen run is no longer kept, this is the oldest one.
    package var focus: Int {
      guard let choice else { return 0 }
      return lines.firstIndex { $0.number <= choice } ?? max(0, lines.count - 1)
    }

    /// Moves the choice down by a number of rows; a negative number moves up. In the first row, the
    /// choice follows the newest run as others begin.
    mutating func move(by rows: Int) {
      let row = min(max(0, focus + rows), max(0, lines.count - 1))
      choice = row == 0 ? nil : lines[row].number
    }
  }

  /// One run.
  package struct RunLine: Equatable, Sendable {
    /// Its number, counted over all runs of the action.
    package var number: Int
    /// When it began, such as "14:03:07".
    package var start: String
    /// How long it took, or how long it has lasted so far.
    package var duration: String
    package var phase: ActionStatus.Phase
    /// A short text about its result.
    package var result: String
    /// What started it, and how many attempts it made.
    package var cause: String

    package init(
      _ number: Int, start: String, duration: String, phase: ActionStatus.Phase, result: String, cause: String
    ) {
      self.number = number
      self.start = start
      self.duration = duration
      self.phase = phase
      self.result = result
      self.cause = cause
    }
  }
}
