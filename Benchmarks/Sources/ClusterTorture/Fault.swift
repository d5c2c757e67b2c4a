enum FaultKind: String, CaseIterable {
  case silentBoxCable = "cable of a box cut, silently"
  case deafBox = "cable of a box cut, for answers only"
  case unpluggedBox = "cable of a box pulled"
  case silentNodeCable = "cable of a node cut, silently"
  case unpluggedNode = "cable of a node pulled"
  case pausedBox = "SIGSTOP of a box"
  case frozenComputer = "SIGSTOP of a box and all its commands"
  case pausedNode = "SIGSTOP of a node"
  case killedBox = "kill -9 of a box"
  case powerLoss = "kill -9 of a box and all its commands"
  case killedNode = "kill -9 of a node, which returns with another monotonic clock"
  case clock = "jump of the wall clock of a box"
  case foreignNode = "a box is led to a node that is another etcd"
  case disagreement = "cable of a box cut while it runs what other boards would free"
  case emptiedStore = "all nodes lose their data"
  case editedCluster = "another address in the board of a box, while answers are withheld"
  case frozenAnswer = "SIGSTOP of a box between its claim and the answer, and a takeover"
  case silentFarewell = "SIGTERM of a box while its cable is cut, silently"
  case killedWaiter = "kill -9 of a box with a start that waits"

  /// Whose cable is cut, or who is stopped or killed.
  enum Victim { case computer, node, everything }

  var victim: Victim {
    switch self {
    case .silentNodeCable, .unpluggedNode, .pausedNode, .killedNode: .node
    case .emptiedStore: .everything
    default: .computer
    }
  }

  /// Whether it is useless on a machine.
  @MainActor
  func spares(_ computer: Computer) -> Bool {
    if self == .frozenAnswer { return !computer.canFreezeItself }
    return self == .disagreement && !TortureBoard.actions(on: computer.name).contains { $0.name == "k" }
  }

  /// Whether the front end of the box ends with it, and may not have its answers.
  var endsFrontEnd: Bool {
    switch self {
    case .killedBox, .powerLoss, .silentFarewell, .killedWaiter: true
    default: false
    }
  }
}

struct Fault {
  let kind: FaultKind
  /// The name of the box; nil for a node.
  let computer: String?
  /// It has begun between these times.
  let before: Int64
  let after: Int64
  /// The presses without an answer, by their numbers.
  let open: [Int]
}

struct RecordedPress {
  let number: Int
  let action: String
  let computer: String
  let sent: Int64
  var asked: Int64?
  var answered: Int64?
  /// Nil if its front end has not answered yet.
  var answer: String?
}
