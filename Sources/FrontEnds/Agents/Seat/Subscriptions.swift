internal import Boundary
internal import Wire

/// What the client wants to be told of, and when it is.
struct Subscriptions {
  /// A listen of the modern protocol.
  private struct Listen {
    let id: JSONTree
    var wantsTools: Bool
    var resources: Set<ResourceName>
  }

  private var listens: [Listen] = []
  /// The resources of the legacy protocol.
  private var resources: Set<ResourceName> = []
  private var isLegacy = false

  /// Resources that have changed since they were told, and when they may be.
  private var due: [ResourceName: Duration] = [:]
  private var toldAt: [ResourceName: Duration] = [:]
  /// When the change of the list of tools is told; nil if there was none.
  private var toolsDue: Duration?

  /// At most one notice of a resource in this time; and for how long the names must not change.
  static let pause = Duration.seconds(1)
  /// The most listens and resources.
  static let limit = 256

  var isEmpty: Bool { listens.isEmpty && resources.isEmpty }
  var deadline: Duration? { (Array(due.values) + [toolsDue].compactMap { $0 }).min() }

  mutating func beginLegacy() { isLegacy = true }
  mutating func subscribe(_ name: ResourceName) { if resources.count < Self.limit { resources.insert(name) } }
  mutating func unsubscribe(_ name: ResourceName) { resources.remove(name) }

  /// Begins a listen, and returns what it honours.
  mutating func listen(_ id: JSONTree, _ wanted: JSONTree?) -> JSONTree {
    let names = (wanted?["resourceSubscriptions"]?.list ?? []).prefix(Self.limit).compactMap { tree in
      tree.text.flatMap(ResourceName.init)
    }
    let wantsTools = wanted?["toolsListChanged"]?.truth == true
    listens.removeAll { $0.id == id }
    if listens.count < Self.limit {
      listens.append(Listen(id: id, wantsTools: wantsTools, resources: Set(names)))
    }
    var honoured: JSONTree = [:]
    if wantsTools { honoured.set("toolsListChanged", true) }
    if !names.isEmpty { honoured.set("resourceSubscriptions", .list(names.map { .text($0.uri) })) }
    return honoured
  }

  /// Ends a listen; false if there is none with this id.
  mutating func end(_ id: JSONTree) -> Bool {
    let count = listens.count
    listens.removeAll { $0.id == id }
    return listens.count < count
  }

  /// Ends all listens, and returns their ids.
  mutating func endAll() -> [JSONTree] {
    defer { listens = [] }
    return listens.map(\.id)
  }

  // MARK: Changes

  mutating func changed(_ names: Set<ResourceName>, at now: Duration) {
    for name in names where due[name] == nil && isWanted(name) {
      due[name] = max(now, (toldAt[name] ?? now - Self.pause) + Self.pause)
    }
  }

  mutating func namesChanged(at now: Duration) { toolsDue = now + Self.pause }

  private func isWanted(_ name: ResourceName) -> Bool {
    resources.contains(name) || listens.contains { $0.resources.contains(name) }
  }

  /// The notifications whose time has come.
  mutating func take(at now: Duration) -> [JSONTree] {
    var messages: [JSONTree] = []
    for (name, _) in due.filter({ $0.value <= now }).sorted(by: { $0.key.uri < $1.key.uri }) {
      due[name] = nil
      toldAt[name] = now
      let method = "notifications/resources/updated"
      if resources.contains(name) {
        messages.append(ServerMessage.notification(method, ["uri": .text(name.uri)]))
      }
      for listen in listens where listen.resources.contains(name) {
        messages.append(
          ServerMessage.notification(method, ["_meta": Self.meta(listen.id), "uri": .text(name.uri)]))
      }
    }
    if let toolsDue, toolsDue <= now {
      self.toolsDue = nil
      let method = "notifications/tools/list_changed"
      if isLegacy { messages.append(ServerMessage.notification(method)) }
      for listen in listens where listen.wantsTools {
        messages.append(ServerMessage.notification(method, ["_meta": Self.meta(listen.id)]))
      }
    }
    return messages
  }

  static func meta(_ id: JSONTree) -> JSONTree {
    .object([.init(name: ModernEra.subscriptionKey, value: id)])
  }
}
