extension Dashboard {
  /// The last runs of an action, as the box shows them that lies over the board.
  public struct Runs: Equatable, Sendable {
    /// The name of the action in the board.
    public let id: String
    /// The title of the action.
    public var title: String
    /// What the trend and the times are about: "Duration", or "Latency" of a probe.
    public var measure: String
    public var trend = Trend()
    /// How many runs the success rate is about.
    public var count = 0
    /// The times of those that succeeded; nil while there is none.
    public var times: Times?
    /// The runs, the newest first.
    public var lines: [RunLine] = []
    /// The number of the run that is chosen; nil for the newest, whichever that is.
    public var choice: Int?

    public init(id: String, title: String, measure: String = "Duration", choice: Int? = nil) {
      self.id = id
      self.title = title
      self.measure = measure
      self.choice = choice
    }

    /// How long runs took.
    public struct Times: Equatable, Sendable {
      public var fastest, median, slowest: Duration

      public init(fastest: Duration, median: Duration, slowest: Duration) {
        self.fastest = fastest
        self.median = median
        self.slowest = slowest
      }
    }

    /// The row that is chosen. Where its run is forgotten, that is the oldest one.
    public var focus: Int {
      guard let choice else { return 0 }
      return lines.firstIndex { $0.number <= choice } ?? max(0, lines.count - 1)
    }

    /// Chooses the row that lies so many below; above the first one, the newest run stays chosen as others come.
    mutating func move(by rows: Int) {
      let row = min(max(0, focus + rows), max(0, lines.count - 1))
      choice = row == 0 ? nil : lines[row].number
    }
  }

  /// One run.
  public struct RunLine: Equatable, Sendable {
    /// Its number among all runs of the action.
    public var number: Int
    /// When it began, such as "14:03:07".
    public var start: String
    /// How long it took, or has lasted.
    public var duration: String
    public var phase: Button.Phase
    /// In a few words what became of it.
    public var result: String
    /// Who started it, and how often it was tried.
    public var cause: String

    public init(
      _ number: Int, start: String, duration: String, phase: Button.Phase, result: String, cause: String
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
