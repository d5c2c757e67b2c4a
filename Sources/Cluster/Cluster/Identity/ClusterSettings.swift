/// What a member shares, and its times.
package struct ClusterSettings: Sendable, Equatable {
  /// The name under which boards find each other.
  package var realm: String
  /// The name of this board in the realm.
  package var board: String
  /// The shared actions of this board, each once.
  package var actions: [SharedAction]
  /// Whether a member that is cut off cancels its shared runs. Otherwise they go on.
  package var cancelsWhenCutOff: Bool
  /// The addresses of the nodes of etcd, which must be one cluster.
  package var nodes: [String]

  /// After this time without a renewal, a member counts as gone.
  package var lease: Duration = .seconds(10)
  package var keepAlive: Duration = .seconds(3)
  /// After this time without a word of etcd, what others do is unknown.
  package var silence: Duration = .seconds(5)
  /// How late the end of ``silence`` must be noticed that this process may have been stopped: etcd may have
  /// spoken, and nobody has listened.
  package var lateness: Duration = .milliseconds(100)
  /// The shortest sleep of the machine after which what others do is unknown.
  package var suspension: Duration = .seconds(1)
  /// How often everything is read again, in case the watch has missed something.
  package var rangeAgain: Duration = .seconds(60)
  /// How long etcd has for an answer.
  package var answer: Duration = .seconds(5)
  /// How many claims can fail because others changed something, and within which time.
  package var conflicts = 3
  package var conflictTime: Duration = .milliseconds(500)
  /// How long a press waits for etcd if it is certain that nothing was started, and how long the end of a run
  /// waits for etcd to know it.
  package var patience: Duration = .seconds(8)
  /// The first and the longest pause before a request is repeated.
  package var retry: Duration = .milliseconds(200)
  package var longestRetry: Duration = .seconds(3)
  /// The shortest time between two writes of the progress of a run.
  package var progressPause: Duration = .seconds(5)
  /// How long a member that leaves tries to tell the others about its last runs.
  package var farewell: Duration = .seconds(5)
  /// How often etcd is asked how full its store is, and how often while it is full.
  package var storageCheck: Duration = .seconds(600)
  package var fullStorageCheck: Duration = .seconds(10)
  /// The default quota of etcd in bytes: it refuses to write when its store has this size.
  package var usualQuota: Int64 = 2 << 30
  /// The most entries of the log.
  package var logLimit = 1_000
  /// The most conditions of a transaction. etcd allows 128 operations.
  package static let comparisonLimit = 120

  package init(
    realm: String, board: String, actions: [SharedAction], cancelsWhenCutOff: Bool = false,
    nodes: [String] = []
  ) {
    self.nodes = nodes
    self.realm = realm
    self.board = board
    self.actions = actions
    self.cancelsWhenCutOff = cancelsWhenCutOff
  }

  package func action(_ id: String) -> SharedAction? { actions.first { $0.id == id } }
}
