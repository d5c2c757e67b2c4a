import SignalboxTesting

/// What happened in virtual time, one lane below the other: the pictures of the lessons.
struct MarbleDiagram {
  /// One row of the picture.
  struct Lane {
    let title: String
    let marks: [Mark]
  }

  enum Mark: Equatable {
    /// Something happened at a time.
    case event(Duration, String)
    /// A value, until the next one.
    case value(Duration, String)
    /// Something that lasted. It was cut short if it was cancelled or has failed.
    case span(from: Duration, to: Duration, String, isCut: Bool = false)
  }

  /// The time at which the picture ends.
  let duration: Duration
  let lanes: [Lane]

  init(until duration: Duration, _ lanes: Lane...) {
    (self.duration, self.lanes) = (duration, lanes)
  }
}

extension MarbleDiagram.Lane {
  /// A lane of everything that was recorded.
  static func events<Value>(_ title: String, _ recorder: Recorder<Value>) -> Self {
    Self(title: title, marks: recorder.events.map { .event($0.time, "\($0.value)") })
  }

  /// A lane of recorded values, each of which was present until the next one.
  static func values<Value>(_ title: String, _ recorder: Recorder<Value>) -> Self {
    Self(title: title, marks: recorder.events.map { .value($0.time, "\($0.value)") })
  }

  /// A lane of what has lasted. Each begins with an event of its name and ends with another one.
  static func spans(
    _ title: String, begun: [Recorder<String>.Event], ended: [Recorder<String>.Event],
    cut: [Recorder<String>.Event] = []
  ) -> Self {
    var ends = ended.map { (event: $0, isCut: false) } + cut.map { (event: $0, isCut: true) }
    let marks = begun.compactMap { begin -> MarbleDiagram.Mark? in
      guard let index = ends.firstIndex(where: { $0.event.value == begin.value }) else { return nil }
      let end = ends.remove(at: index)
      return .span(from: begin.time, to: end.event.time, begin.value, isCut: end.isCut)
    }
    return Self(title: title, marks: marks)
  }
}
