package import Board
internal import Transfers

/// Sends requests by libcurl, which the first request loads.
///
/// It stores nothing between requests: no connections, no cookies, no cache, no credentials.
package struct CurlClient: HTTPClient {
  private static let shared = TransferSource()

  private let source: TransferSource

  package init() { source = Self.shared }

  /// - Parameter libraries: The names or paths of libcurl, tried one after the other.
  init(libraries: [String]) { source = TransferSource(libraries: libraries) }

  package func answer(to probe: HTTPProbe, bodyLimit: Int) async throws -> HTTPAnswer {
    let request = try HTTPRequest(probe)
    if case .file(let path) = probe.certificates.trust { try AuthoritiesFile.check(path) }
    return try await HTTPExchange(for: probe, bodyLimit: bodyLimit).answer(to: request, on: source.thread)
  }

  /// Whether requests are open, for which there is a thread.
  var isBusy: Bool { source.isBusy }
}
