internal import Synchronization

/// Ports of the loopback interface on which nothing listens. Another process may take them before they are
/// used.
package enum FreePorts {
  /// Ports below those that the system chooses for connections, so that none of these takes the port of a
  /// server that has been killed and starts again.
  private static let candidates: ClosedRange<UInt16> = 20_000...32_000

  /// Those that were taken before by this process, whose servers may not listen yet.
  private static let taken = Mutex<Set<UInt16>>([])

  package static func take(_ count: Int) -> [UInt16] { (0..<count).map { _ in take() } }

  package static func take() -> UInt16 {
    while true {
      let port = UInt16.random(in: candidates)
      let isNew = taken.withLock { $0.insert(port).inserted }
      if isNew, RefusingPort(port) != nil { return port }
    }
  }
}
