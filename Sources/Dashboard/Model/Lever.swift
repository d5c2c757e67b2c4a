internal import Board
internal import Jobs

extension Dashboard {
  /// What a button starts: a job with a certain input.
  struct Lever {
    let job: Job
    /// Nil for the only button of an action.
    let choice: ButtonDefinition?

    var title: String { choice?.title ?? job.definition.title }
    var key: ButtonKey? { choice.map(\.key) ?? job.definition.key }
    var input: String? { choice?.input }
    var id: String { choice.map { "\(job.id) \($0.input)" } ?? job.id }

    /// All buttons of a job.
    static func all(of job: Job) -> [Lever] {
      let choices = job.definition.buttons
      return choices.isEmpty ? [Lever(job: job, choice: nil)] : choices.map { Lever(job: job, choice: $0) }
    }

    /// Whether this button started the current or last run of the job.
    func isCause(of record: JobRecord) -> Bool { choice == nil || record.input == choice?.input }
  }
}
