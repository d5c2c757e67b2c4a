internal import Synchronization

/// Ports of the loopback interface on which nothing listens. Another process may take them before they are
/// used.
package enum FreePorts {
  /// Ports below those that the system chooses for connections, so that none of these takes the port of a
  /// server that has been killed and starts again, and above those that a board chooses by itself.
  private static let candidates: ClosedRange<UInt16> = 30_000...32_700

  /// Those that were taken before by this process, whose servers may not listen yet.
  private static let taken = Mutex<Set<UInt16>>([])

  package static func take(_ count: Int) -> [UInt16] { (0..<count).map { _ in take() } }

  package static func take() -> UInt16 { takeRange(of: 1).lowerBound }

  /// Ports in a row, for a board that chooses one of them: without a directory all boards would begin their
  /// search at the same port of the usual range.
  package static func takeRange(of count: UInt16) -> ClosedRange<UInt16> {
    while true {
      let first = UInt16.random(in: candidates.lowerBound...(candidates.upperBound - count + 1))
      let range = first...(first + count - 1)
      let isNew = taken.withLock { taken in
        guard taken.isDisjoint(with: range) else { return false }
        taken.formUnion(range)
        return true
      }
      if isNew, range.allSatisfy({ RefusingPort($0) != nil }) { return range }
    }
  }
}
