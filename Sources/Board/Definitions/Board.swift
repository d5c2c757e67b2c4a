/// What the panel shows: a checked board file.
///
///     let board = try Board.parse("actions: {build: {key: b, run: swift build}}", file: "signalbox.yml")
///     board["build"]?.title   // "build"
///
/// There is a board only when its file has no mistake: names in guards exist, no two buttons share a key, and
/// no guard depends on itself.
public struct Board: Sendable, Equatable {
  public let title: String
  public let network: NetworkTiming
  /// At least one action, in the order of the file. Their ids differ, and so do their keys.
  public let actions: [ActionDefinition]
  private let indices: [String: Int]

  /// The action with an id.
  public subscript(id: String) -> ActionDefinition? {
    indices[id].map { actions[$0] }
  }

  init(title: String, network: NetworkTiming, actions: [ActionDefinition]) {
    self.title = title
    self.network = network
    self.actions = actions
    indices = Dictionary(
      actions.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }
}
