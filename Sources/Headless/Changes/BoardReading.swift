internal import Board
package import Boundary

/// One moment of a board, as headless front ends print it.
package struct BoardReading: Equatable, Sendable {
  /// The activity that is shown: of all running activities, the one that began first.
  package struct ShownActivity: Equatable, Sendable {
    var isLoading = false
    /// The action that it belongs to.
    var action: String?
    var value: String?
  }

  /// An error that is present.
  package struct Problem: Equatable, Sendable, Identifiable {
    package let id: UInt64
    var action: String
    var message: String
    var priority: String
    /// The time after its last report at which it is cleared; nil if it is not cleared by time.
    var reset: Duration?
    /// How often it has been reported.
    var timesSeen = 1
  }

  package struct Network: Equatable, Sendable {
    var isVisible = false
    var requests = 0
  }

  package var actions: [ActionReading] = []
  package var activity = ShownActivity()
  package var problems: [Problem] = []
  /// The plans that are performed, and those that have stopped.
  package var plans: [PlanStatus] = []
  package var network = Network()

  /// The changes to print when an action was not started, for this reason.
  package func refusals(of id: String, because reason: String) -> [Change] {
    actions.filter { $0.id == id }.map { reading in
      var reading = reading
      reading.state = .refused
      reading.detail = reason
      return .action(reading)
    }
  }
}

extension BoardReading {
  /// Reads the present moment of a board.
  package init(_ situation: Situation) {
    actions = situation.actions.map(ActionReading.init)
    activity = ShownActivity(
      isLoading: situation.activity.isLoading, action: situation.activity.value?.id,
      value: situation.activity.value?.value)
    problems = situation.problems.map(Problem.init)
    plans = situation.plans
    network = Network(isVisible: situation.network.isVisible, requests: situation.network.requests)
  }
}

extension BoardReading.Problem {
  fileprivate init(_ problem: Situation.Problem) {
    self.init(
      id: problem.id, action: problem.source, message: problem.message, priority: problem.priority.word,
      reset: problem.reset, timesSeen: problem.timesSeen)
  }
}
