/// Which node receives the next request.
///
/// All requests go to the same node as long as it answers, so that a request without an answer also says that
/// the watch at this node is silent.
struct EndpointRotation: Equatable {
  let count: Int
  /// The node that receives the next request.
  private(set) var current: Int

  /// - Parameters:
  ///   - count: At least 1.
  ///   - random: From 0 up to 1: clients begin at different nodes.
  init(count: Int, random: Double) {
    self.count = count
    current = min(Int(random * Double(count)), count - 1)
  }

  /// The nodes in the order in which a request tries them.
  var order: [Int] { (0..<count).map { (current + $0) % count } }

  /// The node does not answer: others are preferred.
  mutating func leave(_ index: Int) {
    if index == current { current = (current + 1) % count }
  }
}
