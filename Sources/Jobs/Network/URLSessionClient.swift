package import Board
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Sends requests by a `URLSession`, which the first request creates.
///
/// It stores nothing between requests: no cookies, no cache, no credentials.
package struct URLSessionClient: HTTPClient {
  package init() {}

  private static let exchanges = HTTPExchanges()

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    // Probes of one host do not wait for each other.
    configuration.httpMaximumConnectionsPerHost = 64
    return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }()

  package func answer(to probe: HTTPProbe, bodyLimit: Int) async throws -> HTTPAnswer {
    guard let request = URLRequest(probe) else { throw NetworkFailure.other("the address is not valid") }
    let exchange = HTTPExchange(following: probe.expect, bodyLimit: bodyLimit)
    let task = Self.session.dataTask(with: request)
    Self.exchanges.add(exchange, for: task)
    return try await exchange.answer(of: task)
  }
}

extension URLRequest {
  /// Nil if variables in the probe have no values yet.
  fileprivate init?(_ probe: HTTPProbe) {
    guard let text = try? probe.url.text({ _ in nil }), let url = try? HTTPAddress.url(text) else {
      return nil
    }
    self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // The run has its own timeout.
    timeoutInterval = 24 * 60 * 60
    httpMethod = probe.method
    for header in probe.headers {
      guard let value = try? header.value.text({ _ in nil }) else { return nil }
      setValue(value, forHTTPHeaderField: header.name)
    }
    httpBody = probe.body.map { Data($0.utf8) }
  }
}
