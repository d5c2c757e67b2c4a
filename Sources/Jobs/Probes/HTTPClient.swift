public import Board

/// Sends the requests of HTTP probes. A test passes one that needs no network.
public protocol HTTPClient: Sendable {
  /// Sends the request of a probe and returns the answer.
  ///
  /// It follows redirects, except those whose status the probe expects. What the answer must be is not its matter, nor
  /// how long it may take: it waits until its task is cancelled, and ends the request then.
  /// - Parameter bodyLimit: The most bytes of the body to read; the rest is not waited for.
  /// - Throws: ``NetworkFailure``, or `CancellationError`.
  func answer(to probe: HTTPProbe, bodyLimit: Int) async throws -> HTTPAnswer
}

/// What a server answered.
public struct HTTPAnswer: Sendable, Equatable {
  public var status: Int
  /// The body up to the limit.
  public var body: [UInt8]
  /// Whether the body goes on behind the limit.
  public var isCut: Bool

  public init(status: Int, body: [UInt8] = [], isCut: Bool = false) {
    self.status = status
    self.body = body
    self.isCut = isCut
  }
}
