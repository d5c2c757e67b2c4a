/// The progress of activities, and which of them are parts of others: a pure state machine.
///
/// It stores only the activities that report progress or have parts.
@usableFromInline struct ActivityProgress: Sendable {
  private struct Node {
    /// The progress that was set for the activity itself; nil if none was set.
    var own: Double?
    /// The contribution of its children; nil if it has none.
    var fromChildren: Double?
    var parent: UInt64?
    /// The part of the parent's progress.
    var share = 0.0

    var fraction: Double? {
      own == nil && fromChildren == nil ? nil : min((own ?? 0) + (fromChildren ?? 0), 1)
    }
  }

  private var nodes: [UInt64: Node] = [:]

  @usableFromInline init() {}

  /// Whether no activity is stored.
  @usableFromInline var isEmpty: Bool { nodes.isEmpty }

  /// The progress of an activity, from 0 to 1; nil if it is unknown.
  @usableFromInline func fraction(of id: UInt64) -> Double? { nodes[id]?.fraction }

  /// Makes an activity a part of another one.
  @usableFromInline mutating func add(_ child: UInt64, to parent: UInt64, share: Double) {
    nodes[child, default: Node()].parent = parent
    nodes[child, default: Node()].share = clamped(share)
    let known = nodes[parent]?.fromChildren
    nodes[parent, default: Node()].fromChildren = known ?? 0
  }

  /// Sets the progress of an activity itself.
  @usableFromInline mutating func set(_ id: UInt64, fraction: Double?) {
    let before = nodes[id]?.fraction ?? 0
    nodes[id, default: Node()].own = fraction.map(clamped)
    pass(from: id, (nodes[id]?.fraction ?? 0) - before)
  }

  /// Removes an activity that has ended. It counts completely for its parent.
  @usableFromInline mutating func end(_ id: UInt64) {
    guard let node = nodes[id] else { return }
    pass(from: id, 1 - (node.fraction ?? 0))
    nodes[id] = nil
  }

  /// Adds the progress of an activity to its ancestors.
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
