package import Boundary

/// Serves what a front end knows of its board: `/metrics` for Prometheus, and `/healthz`.
///
/// The front end listens, and not the box: everything comes from the situation, which is the same for a
/// private and for a shared box, and a box stays without an address of its own.
@MainActor
package final class MetricsExporter {
  package struct Settings: Sendable, Equatable {
    /// Where it listens.
    package var address: ListenAddress
    /// The version of the program.
    package var version: String

    package init(_ address: ListenAddress, version: String) {
      self.address = address
      self.version = version
    }
  }

  /// The box of the front end; nil before it has one.
  package weak var box: (any Box)?

  private let settings: Settings
  private let names: ServerNames
  private var server: HTTPServer?

  /// Listens from now on, until it is released.
  package init(_ settings: Settings) throws(ListenRefusal) {
    self.settings = settings
    names = ServerNames(settings.address.host)
    server = try HTTPServer(settings.address) { [weak self] request in
      self?.answer(request) ?? HTTPResponse(.unavailable, "ending")
    }
  }

  /// The address of the metrics, with the port that the system has chosen if none was given.
  package var url: String {
    let address = ListenAddress(
      host: settings.address.host, port: server?.port ?? settings.address.port)
    return "http://\(address)/metrics"
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    if let host = request.host, !names.contain(host) {
      return HTTPResponse(
        .misdirected, "this is another server; ask for an address, localhost or its own name")
    }
    guard ["/metrics", "/healthz"].contains(request.path) else {
      return HTTPResponse(.notFound, "not found; there are /metrics and /healthz")
    }
    guard ["GET", "HEAD"].contains(request.method) else {
      return HTTPResponse(.methodNotAllowed, "only GET and HEAD are allowed")
    }
    guard let box else { return HTTPResponse(.unavailable, "starting") }
    // The situation is as it was last, and would look as if all were well.
    guard !box.hasEnded else { return HTTPResponse(.unavailable, "the box \(box.endWords)") }
    guard request.path == "/metrics" else { return HTTPResponse(.ok, "ok") }
    let (situation, now, version) = (box.situation, box.now, settings.version)
    return HTTPResponse(.ok, contentType: MetricsText.contentType) {
      SituationMetrics.text(situation, at: now, version: version)
    }
  }
}
