/// How far activities are that say so, and which of them are part of others: a pure state machine.
///
/// Only activities that use it take room here.
@usableFromInline struct ActivityProgress: Sendable {
  private struct Node {
    /// What the activity said itself; nil while it has not.
    var own: Double?
    /// What its children have contributed.
    var fromChildren: Double?
    var parent: UInt64?
    /// Which part of the parent it is.
    var share = 0.0

    var fraction: Double? {
      own == nil && fromChildren == nil ? nil : min((own ?? 0) + (fromChildren ?? 0), 1)
    }
  }

  private var nodes: [UInt64: Node] = [:]

  @usableFromInline init() {}

  /// True when no activity uses it.
  @usableFromInline var isEmpty: Bool { nodes.isEmpty }

  /// From 0 to 1; nil when the activity has said nothing and has no part.
  @usableFromInline func fraction(of id: UInt64) -> Double? { nodes[id]?.fraction }

  /// Makes an activity a part of another.
  @usableFromInline mutating func add(_ child: UInt64, to parent: UInt64, share: Double) {
    nodes[child, default: Node()].parent = parent
    nodes[child, default: Node()].share = clamped(share)
    let known = nodes[parent, default: Node()].fromChildren
    nodes[parent]?.fromChildren = known ?? 0
  }

  /// An activity says how far it is.
  @usableFromInline mutating func set(_ id: UInt64, fraction: Double?) {
    let before = nodes[id]?.fraction ?? 0
    nodes[id, default: Node()].own = fraction.map(clamped)
    pass(from: id, (nodes[id]?.fraction ?? 0) - before)
  }

  /// An activity has ended: it counts as a whole for its parent.
  @usableFromInline mutating func end(_ id: UInt64) {
    guard let node = nodes[id] else { return }
    pass(from: id, 1 - (node.fraction ?? 0))
    nodes[id] = nil
  }

  /// Adds what an activity has come on to all that it is a part of.
  private mutating func pass(from id: UInt64, _ step: Double) {
    var step = step
    var id = id
    while let node = nodes[id], let parent = node.parent, let before = nodes[parent] {
      nodes[parent]?.fromChildren = (before.fromChildren ?? 0) + step * node.share
      step = (nodes[parent]?.fraction ?? 0) - (before.fraction ?? 0)
      id = parent
    }
  }

  private func clamped(_ fraction: Double) -> Double {
    fraction.isNaN ? 0 : min(max(fraction, 0), 1)
  }
}
