internal import Board
package import Boundary
internal import DequeModule
internal import Processes
internal import Programs
internal import SignalboxCore

/// Delivers notices: runs their commands, and passes every notice to its owner.
///
/// The number and the duration of commands are limited, so that a board with many changes does not start a
/// flood of processes. If a command fails, that is noted in the output of its action.
@MainActor
package final class NoticeSender {
  /// The number of commands that run at once.
  static let runningLimit = 4
  /// The number of notices that wait for their command. The oldest is dropped for a new one.
  static let waitingLimit = 32
  /// The time limit of a command.
  static let timeLimit = Duration.seconds(30)

  private let interlocking: Interlocking
  private let onNotice: (Notice) -> Void
  private var waiting: Deque<Notice> = []
  private var running: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0
  private var isClosed = false

  /// - Parameter onNotice: Called for each notice, also for notices without a command.
  package init(_ interlocking: Interlocking, onNotice: @escaping @MainActor (Notice) -> Void = { _ in }) {
    self.interlocking = interlocking
    self.onNotice = onNotice
    let onMain = interlocking.environment.onMain
    interlocking.station.notices.observe(owner: self) { [weak self] notice in
      onMain { self?.take(notice) }
    }
  }

  /// Drops further notices, and cancels running commands.
  package func close() {
    isClosed = true
    waiting = []
    for task in running.values { task.cancel() }
  }

  /// Returns when no command runs or waits.
  package func waitUntilEnded() async {
    while let task = running.values.first { await task.value }
  }

  private func take(_ notice: Notice) {
    guard !isClosed else { return }
    onNotice(notice)
    guard notice.policy.command != nil else { return }
    if waiting.count == Self.waitingLimit { say("too many wait", of: waiting.removeFirst()) }
    waiting.append(notice)
    startWaiting()
  }

  private func startWaiting() {
    while running.count < Self.runningLimit, let notice = waiting.popFirst() {
      lastNumber += 1
      let number = lastNumber
      running[number] = Task {
        let failure = await run(notice)
        running[number] = nil
        if let failure, !isClosed { say(failure, of: notice) }
        startWaiting()
      }
    }
  }

  /// Runs the command of a notice, and drops its output. Returns why it failed; nil if it succeeded.
  private func run(_ notice: Notice) async -> String? {
    guard let command = notice.policy.command else { return nil }
    let environment = interlocking.environment
    let ports = RunPorts(ofActions: interlocking.ports.all(of: interlocking.board))
    let inherited = InheritedVariables(of: nil).adding(ports.variables)
    do {
      let outcome = try await withTimeout(Self.timeLimit, on: environment.clock) {
        await environment.commands.run(
          Invocation(command.invocation),
          directory: try command.workingDirectory(inherited),
          environment: try command.variables(inherited).merging(notice.environment) { $1 }
        ) { _ in }
      }
      return JobFailure(outcome).map { "\($0)" }
    } catch {
      return "\(error)"
    }
  }

  private func say(_ failure: String, of notice: Notice) {
    let note = "not notified that it \(notice.change.rawValue): \(failure)"
    interlocking[notice.action]?.output.append([.note(note)])
  }
}
