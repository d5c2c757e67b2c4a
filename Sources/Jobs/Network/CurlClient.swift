package import Board
internal import SignalboxCore

/// Sends requests by libcurl, which the first request loads.
///
/// It stores nothing between requests: no connections, no cookies, no cache, no credentials.
package struct CurlClient: HTTPClient {
  private static let shared = Source(names: CurlLibrary.usualNames)

  private let source: Source

  package init() { source = Self.shared }

  /// - Parameter libraries: The names or paths of libcurl, tried one after the other.
  init(libraries: [String]) { source = Source(names: libraries) }

  package func answer(to probe: HTTPProbe, bodyLimit: Int) async throws -> HTTPAnswer {
    let request = try HTTPRequest(probe)
    if case .file(let path) = probe.certificates.trust { try AuthoritiesFile.check(path) }
    return try await HTTPExchange(for: probe, bodyLimit: bodyLimit).answer(to: request, on: source.thread)
  }

  /// Whether requests are open, for which there is a thread.
  var isBusy: Bool { source.isBusy }

  /// The thread of requests, which the first request creates. A failure is not stored: somebody may install
  /// the library meanwhile.
  private final class Source: Sendable {
    private let names: [String]
    private let made = Locked<TransferThread?>(nil)

    init(names: [String]) { self.names = names }

    var isBusy: Bool { made.withLock { $0?.isRunning ?? false } }

    var thread: TransferThread {
      get throws(NetworkFailure) {
        try made.withLock { made throws(NetworkFailure) in
          if let made { return made }
          let thread = try TransferThread(CurlLibrary(names: names))
          made = thread
          return thread
        }
      }
    }
  }
}
