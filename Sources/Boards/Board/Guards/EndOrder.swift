/// The order in which running actions end: what a guard needs ends after what needs it.
///
///     let order = EndOrder(of: ["db", "web"], needs: ["web": ["db"]])
///     order.next(among: ["db", "web"])   // ["web"]
///     order.next(among: ["db"])          // ["db"]
///
/// Actions that need each other end at the same time.
package struct EndOrder: Sendable {
  /// The actions that need each other, directly or through others; each group comes before what it needs.
  private let groups: [[String]]
  private let needs: [String: [String]]

  /// - Parameters:
  ///   - ids: All actions, in the order in which those of one rank are returned as far as possible.
  ///   - needs: For each id, the ids that must end later. Ids that are not in `ids` are ignored.
  package init(of ids: [String], needs: [String: [String]]) {
    self.needs = needs
    groups = needs.isEmpty ? ids.map { [$0] } : Self.groups(of: ids, needs: needs)
  }

  /// The actions that may end now, because no other action that is present needs one of them, not even
  /// through an action that is not present. At least one, unless none is present.
  package func next(among present: Set<String>) -> [String] {
    var needed: Set<String> = []
    var free: [String] = []
    for group in groups {
      let isNeeded = group.contains { needed.contains($0) }
      let members = group.filter(present.contains)
      if !isNeeded { free += members }
      guard isNeeded || !members.isEmpty else { continue }
      for id in group { needed.formUnion(needs[id] ?? []) }
    }
    return free
  }

  /// The strongly connected components, each before those that it needs: Tarjan's algorithm. The search is
  /// iterative, because a chain can be very long.
  private static func groups(of ids: [String], needs: [String: [String]]) -> [[String]] {
    let known = Set(ids)
    var numbers: [String: Int] = [:]
    var lowest: [String: Int] = [:]
    var open: [String] = []
    var isOpen: Set<String> = []
    var groups: [[String]] = []
    for start in ids.reversed() where numbers[start] == nil {
      var path: [(id: String, rest: ArraySlice<String>)] = []
      func enter(_ id: String) {
        numbers[id] = numbers.count
        lowest[id] = numbers[id]
        open.append(id)
        isOpen.insert(id)
        path.append((id, (needs[id] ?? []).filter(known.contains)[...]))
      }
      enter(start)
      while let (id, _) = path.last {
        if let next = path[path.count - 1].rest.popFirst() {
          if numbers[next] == nil {
            enter(next)
          } else if isOpen.contains(next), let number = numbers[next] {
            lowest[id] = min(lowest[id] ?? number, number)
          }
          continue
        }
        path.removeLast()
        if let above = path.last?.id, let low = lowest[id] { lowest[above] = min(lowest[above] ?? low, low) }
        guard lowest[id] == numbers[id], let place = open.lastIndex(of: id) else { continue }
        groups.append(Array(open[place...]))
        isOpen.subtract(open[place...])
        open.removeSubrange(place...)
      }
    }
    return groups.reversed()
  }
}
