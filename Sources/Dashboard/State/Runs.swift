public import Jobs

extension Dashboard {
  /// The last runs of an action, as shown in a box over the board.
  public struct Runs: Equatable, Sendable {
    /// The name of the action in the board.
    public let id: String
    /// The title of the action.
    public var title: String
    /// What the trend and the times measure: "Duration", or "Latency" for a probe.
    public var measure: String
    public var trend = Trend()
    /// The number of runs that the success rate is based on.
    public var count = 0
    /// The times of the successful runs; nil if there are none.
    public var times: Times?
    /// The runs, the newest first.
    public var lines: [RunLine] = []
    /// The number of the chosen run; nil to follow the newest run.
    public var choice: Int?

    public init(id: String, title: String, measure: String = "Duration", choice: Int? = nil) {
      self.id = id
      self.title = title
      self.measure = measure
      self.choice = choice
    }

    /// The fastest, the median and the slowest time of the runs.
    public struct Times: Equatable, Sendable {
      public var fastest, median, slowest: Duration

      public init(fastest: Duration, median: Duration, slowest: Duration) {
        self.fastest = fastest
        self.median = median
        self.slowest = slowest
      }
    }

    /// The index of the chosen row. If the chosen run is no longer kept, this is the oldest one.
    public var focus: Int {
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
  public struct RunLine: Equatable, Sendable {
    /// Its number, counted over all runs of the action.
    public var number: Int
    /// When it began, such as "14:03:07".
    public var start: String
    /// How long it took, or how long it has lasted so far.
    public var duration: String
    public var phase: JobSnapshot.Phase
    /// A short text about its result.
    public var result: String
    /// What started it, and how many attempts it made.
    public var cause: String

    public init(
      _ number: Int, start: String, duration: String, phase: JobSnapshot.Phase, result: String, cause: String
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
