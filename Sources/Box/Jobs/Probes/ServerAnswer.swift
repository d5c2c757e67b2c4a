internal import Board
internal import Essentials
internal import Processes

extension MonitoringServer {
  /// The most bytes of an answer that are read.
  static let bodyLimit = 8 << 20
}

extension Attempt {
  /// Sends a request to a monitoring server, and returns the body of its answer.
  /// - Parameter name: The name of the program that should answer.
  /// - Throws: ``JobFailure`` if the server refuses the request.
  func ask(
    _ server: MonitoringServer, named name: String,
    _ request: (_ value: (_ name: String) -> String?) throws -> HTTPProbe
  ) async throws -> [UInt8] {
    let probe: HTTPProbe
    do {
      probe = try request { variables[$0] }
    } catch {
      throw JobFailure.cannotStart("\(error)")
    }
    let (answer, _) = try await measureRequest(limit: server.timeout) {
      try await environment.http.answer(to: probe, bodyLimit: MonitoringServer.bodyLimit)
    }
    return try answer.body(from: name)
  }
}

extension HTTPAnswer {
  /// The body of a successful answer.
  /// - Parameter server: The name of the program that should answer.
  func body(from server: String) throws(JobFailure) -> [UInt8] {
    guard (200..<300).contains(status) else {
      throw .refusedByServer(server, status: status, reason: reason)
    }
    guard !isCut else {
      throw .unexpectedJSON("the answer is longer than \(MonitoringServer.bodyLimit >> 20) MiB")
    }
    return body
  }

  /// Why the server refused a request, in its own words; nil if it is not JSON that says so.
  private var reason: String? {
    let data = Data(body)
    let decoder = JSONDecoder()
    let text =
      (try? decoder.decode(Refusal.self, from: data)).flatMap { $0.error ?? $0.message }
      ?? (try? decoder.decode(String.self, from: data))
    guard let text, !text.isEmpty else { return nil }
    return text.count > Self.reasonLimit ? "\(text.prefix(Self.reasonLimit))…" : text
  }

  private static let reasonLimit = 200

  private struct Refusal: Decodable {
    var error: String?
    var message: String?
  }
}
