/// The nodes of etcd that a board names, and whether they are known to be one cluster.
///
/// Two members with the same nodes may only start something if they share a cluster. That is certain if each
/// has found more than half of the nodes in its cluster, or if the cluster has so many nodes that all those
/// which do not answer may be of it. No node may be known to be of another one.
package struct NodeSurvey: Sendable {
  enum State: Sendable, Equatable {
    /// It was not asked yet.
    case unknown
    /// It belongs to the cluster, with this number.
    case proven(member: UInt64)
    /// It answers, and does not know what the cluster knows, or knew. The number of its cluster.
    case lacking(cluster: UInt64)
    /// It does not know what the cluster knows.
    case foreign
    case silent(why: String)
  }

  /// What is known of the nodes together.
  enum Verdict: Sendable, Equatable {
    case one
    /// Some have been asked.
    case pending
    /// Why nothing may start: a sentence.
    case divided(String)
  }

  private struct Node: Sendable {
    let address: String
    var state = State.unknown
    /// When it is asked; nil while it is.
    var askAt: Duration?
  }

  /// How many nodes the cluster has.
  private struct Size: Sendable {
    /// The last answer; nil if it was refused.
    var count: Int?
    var isAnswered = false
    /// When it is asked for, if it decides; nil while it is.
    var askAt: Duration?
  }

  private var nodes: [Node]
  private var size: Size
  private let asksSize: Bool

  /// - Parameter asksSize: Whether the size of the cluster is asked for where it decides. Otherwise only
  ///   nodes that answer are judged.
  init(_ addresses: [String], at time: Duration, asksSize: Bool = true) {
    self.asksSize = asksSize
    size = Size(askAt: time)
    nodes = addresses.unique.map { Node(address: $0, askAt: time) }
  }

  /// Whether there is anything to ask: a single node is one with itself.
  var isNeeded: Bool { nodes.count > 1 }

  /// The board names these nodes now.
  mutating func replace(by addresses: [String], at time: Duration) {
    let known = nodes
    nodes = addresses.unique.map { address in
      known.first { $0.address == address } ?? Node(address: address, askAt: time)
    }
  }

  // MARK: Questions

  var deadline: Duration? {
    guard isNeeded else { return nil }
    let all = nodes.map(\.askAt) + (dependsOnSize ? [size.askAt] : [])
    return all.compactMap { $0 }.min()
  }

  /// The nodes to ask now.
  mutating func takeDue(at time: Duration) -> [String] {
    guard isNeeded else { return [] }
    return nodes.indices.compactMap { index in
      guard let askAt = nodes[index].askAt, time >= askAt else { return nil }
      nodes[index].askAt = nil
      return nodes[index].address
    }
  }

  /// Whether the size of the cluster is to be asked for now.
  mutating func takeSize(at time: Duration) -> Bool {
    guard isNeeded, dependsOnSize, let askAt = size.askAt, time >= askAt else { return false }
    size.askAt = nil
    return true
  }

  /// All nodes are asked, whatever is known of them: this host has joined, maybe another cluster.
  mutating func begin(at time: Duration) {
    for index in nodes.indices {
      if nodes[index].state != .foreign { nodes[index].state = .unknown }
      nodes[index].askAt = time
    }
    size = Size(askAt: time)
  }

  /// All nodes are asked soon.
  mutating func hasten(at time: Duration) {
    for index in nodes.indices { nodes[index].askAt = nodes[index].askAt.map { min($0, time) } }
  }

  mutating func ask(_ address: String, at time: Duration) { update(address) { $0.askAt = time } }

  /// - Parameter time: When it is asked again; nil if it is being asked something else.
  mutating func note(_ address: String, _ state: State, askAt time: Duration?) {
    update(address) { node in
      node.askAt = time
      // It is what it is until it gives its proof.
      if case .lacking = state, node.state == .foreign { return }
      node.state = state
    }
  }

  /// - Parameters:
  ///   - count: How many nodes the cluster has; nil if that cannot be known.
  ///   - time: When it is asked for again.
  mutating func note(size count: Int?, until time: Duration) {
    size = Size(count: count, isAnswered: true, askAt: time)
  }

  private mutating func update(_ address: String, _ change: (inout Node) -> Void) {
    guard let index = nodes.firstIndex(where: { $0.address == address }) else { return }
    change(&nodes[index])
  }

  // MARK: What is known

  private var provenMembers: [UInt64] {
    nodes.compactMap { if case .proven(let member) = $0.state { member } else { nil } }
  }

  private var silent: [(address: String, why: String)] {
    nodes.compactMap { if case .silent(let why) = $0.state { ($0.address, why) } else { nil } }
  }

  private var lacking: [UInt64] {
    nodes.compactMap { if case .lacking(let cluster) = $0.state { cluster } else { nil } }
  }

  /// The nodes of another cluster.
  var foreign: [String] { nodes.filter { $0.state == .foreign }.map(\.address) }

  /// Whether only the size of the cluster tells if the nodes that do not answer can belong to it.
  private var dependsOnSize: Bool {
    let proven = provenMembers
    return asksSize && !proven.isEmpty && !silent.isEmpty && !isMajority(Set(proven).count)
      && proven.count + silent.count == nodes.count
  }

  private func isMajority(_ count: Int) -> Bool { count * 2 > nodes.count }

  /// What is to be said about nodes of another cluster; nil if none is known.
  var sentence: String? { foreign.isEmpty ? nil : Self.sentence(foreign) }

  var verdict: Verdict {
    guard isNeeded else { return .one }
    if let sentence { return .divided(sentence) }
    let proven = provenMembers
    // Two addresses of one node are one.
    let count = Set(proven).count
    if isMajority(count) || proven.count == nodes.count { return .one }
    guard dependsOnSize, size.isAnswered, let first = silent.first else { return .pending }
    if let all = size.count, silent.count <= all - count { return .one }
    let names = silent.map { Self.name($0.address) }.joined(separator: " and ")
    let why = first.why.replacing("\(first.address): ", with: "")
    return .divided(
      "\(names) may be another etcd, \(silent.count > 1 ? "as they do" : "as it does") not answer: \(why)")
  }

  /// Whether the key by which nodes are asked is gone: it has expired, or etcd has lost its data.
  /// - Parameters:
  ///   - isExpired: Whether it was not renewed for so long that it must have expired.
  ///   - cluster: The number of the cluster that had it.
  func hasLost(keyIn cluster: UInt64, isExpired: Bool) -> Bool {
    if !provenMembers.isEmpty { return false }
    return lacking.count + foreign.count == nodes.count || isMajority(lacking.count)
      || isExpired && lacking.contains(cluster)
  }

  /// What is to be said about nodes of another cluster.
  package static func sentence(_ addresses: [String]) -> String {
    let names = addresses.map(name).joined(separator: " and ")
    return "\(names) \(addresses.count > 1 ? "are" : "is") another etcd: nodes must form one cluster"
  }

  /// An address as people say it: without scheme, and without the slash at its end.
  private static func name(_ address: String) -> String {
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each once.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
