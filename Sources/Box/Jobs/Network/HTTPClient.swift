package import Board

/// Sends the requests of HTTP probes. A test passes one that needs no network.
package protocol HTTPClient: Sendable {
  /// Sends the request of a probe and returns the answer.
  ///
  /// It follows redirects, except those whose status the probe expects. It does not validate the answer and
  /// has no time limit: it waits until its task is cancelled, and ends the request then.
  /// - Parameter bodyLimit: The most bytes of the body to read. The request ends there.
  /// - Throws: ``NetworkFailure``, or `CancellationError`.
  func answer(to probe: HTTPProbe, bodyLimit: Int) async throws -> HTTPAnswer
}

/// The answer of a server.
package struct HTTPAnswer: Sendable, Equatable {
  package var status: Int
  /// The body up to the limit.
  package var body: [UInt8]
  /// Whether the body continues after the limit.
  package var isCut: Bool
  /// When the certificate of the server expires, in seconds since 1970; nil if the probe does not ask for it,
  /// and if the answer came without a certificate.
  package var certificateEnd: Int64?

  package init(status: Int, body: [UInt8] = [], isCut: Bool = false, certificateEnd: Int64? = nil) {
    self.status = status
    self.body = body
    self.isCut = isCut
    self.certificateEnd = certificateEnd
  }
}
