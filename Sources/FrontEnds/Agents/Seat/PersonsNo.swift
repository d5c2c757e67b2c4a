/// The presses to which a person has said no.
struct PersonsNo {
  private struct Answer {
    let time: Duration
    var count: Int
  }

  private var answers: [String: Answer] = [:]

  /// For how long a no counts.
  static let lifetime = Duration.seconds(300)

  /// - Parameter press: A digest of the action and its input.
  mutating func add(_ press: String, at now: Duration) {
    answers = answers.filter { now - $0.value.time < Self.lifetime }
    answers[press] = Answer(time: now, count: (answers[press]?.count ?? 0) + 1)
  }

  mutating func remove(_ press: String) { answers[press] = nil }

  /// How long ago a person said no for the second time, so that nobody is asked again; nil if a person may be
  /// asked.
  func time(since press: String, at now: Duration) -> Duration? {
    guard let answer = answers[press], answer.count > 1, now - answer.time < Self.lifetime else { return nil }
    return now - answer.time
  }
}
