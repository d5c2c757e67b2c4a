/// The content of a valid board file.
///
///     let board = try Board.parse("actions: {build: {key: b, run: swift build}}", file: "signalbox.yml")
///     board["build"]?.title   // "build"
///
/// All names in guards exist, all keys differ, and no guard depends on itself.
public struct Board: Sendable, Equatable {
  public let title: String
  public let network: NetworkTiming
  /// Which results of an earlier process guards may read.
  public let remember: ResultMemory
  /// What happens to runs that were started by panels when the last panel has gone.
  public let onDetach: DetachPolicy
  /// The Alertmanager that receives the errors; nil for none.
  public let alertmanager: AlertmanagerDefinition?
  /// The etcd by which it shares actions with boards on other machines; nil if it shares none.
  public let cluster: ClusterDefinition?
  /// The actions in the order of the file; there is at least one.
  public let actions: [ActionDefinition]
  private let indices: [String: Int]
  /// What it was read from.
  package internal(set) var source = BoardSource()
  /// What the files of other programs have that it has not; empty for the file of a board.
  package var remarks: [Remark] = []
  /// Where in the files of other programs its actions come from, by their ids; empty for the file of a board.
  package var origins: [String: ForeignOrigin] = [:]

  /// The action with an id; nil if there is none.
  public subscript(id: String) -> ActionDefinition? {
    indices[id].map { actions[$0] }
  }

  /// The actions that a typed name can mean: that with this id or other name, and, if it is the id of one,
  /// those that other files give the same name (`pnpm:build` beside `make:build`).
  package func actions(named name: String) -> [ActionDefinition] {
    guard let exact = self[name] ?? actions.first(where: { $0.also.contains(name) }) else { return [] }
    let isMeant = { (action: ActionDefinition) in
      action.also.contains { $0.hasSuffix(":" + name) && $0 != name }
    }
    guard exact.id == name, !exact.also.contains(name), isMeant(exact) else { return [exact] }
    return [exact] + actions.filter { $0.id != name && $0.title == name && isMeant($0) }
  }

  init(
    title: String, network: NetworkTiming, remember: ResultMemory, onDetach: DetachPolicy,
    alertmanager: AlertmanagerDefinition? = nil, cluster: ClusterDefinition? = nil,
    actions: [ActionDefinition]
  ) {
    self.title = title
    self.network = network
    self.remember = remember
    self.onDetach = onDetach
    self.alertmanager = alertmanager
    self.cluster = cluster
    self.actions = actions
    indices = Dictionary(
      actions.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }
}
