package import Board

/// Makes the connections of TCP probes. A test passes one that needs no network.
package protocol TCPClient: Sendable {
  /// Connects, and closes the connection again.
  ///
  /// It has no time limit: it tries until its task is cancelled.
  /// - Throws: ``NetworkFailure``, or `CancellationError`.
  func connect(to probe: TCPProbe) async throws
}
