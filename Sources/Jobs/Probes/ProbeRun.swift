internal import Board
internal import SignalboxCore

extension Run {
  /// More of an answer is of no use to anybody who looks at a panel.
  private static let bodyLimit = 256 << 10

  /// Sends a request, shows the answer, and checks it.
  func run(_ probe: HTTPProbe, _ display: RunDisplay) async throws {
    let answer = try await onNetwork(limit: probe.timeout) {
      try await environment.http.answer(to: probe, bodyLimit: Self.bodyLimit)
    }
    output.append([.note("status \(answer.status)")])
    show(answer.body, display)
    guard probe.expect.contains(answer.status) else {
      throw JobFailure.unexpectedStatus(answer.status, expected: probe.expect)
    }
    if let text = probe.contains, !answer.body.contains(Array(text.utf8)) {
      throw JobFailure.missingText(text)
    }
  }

  /// Opens a connection.
  func run(_ probe: TCPProbe, _ display: RunDisplay) async throws {
    try await onNetwork(limit: probe.timeout) { try await environment.tcp.connect(to: probe) }
    output.append([.note("\(probe) is open")])
    display.show { $0.value = "open" }
  }

  /// Does something that lights the network indicator as long as it lasts.
  private func onNetwork<Result: Sendable>(
    limit: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let request = beginRequest()
    defer { request?.end() }
    return try await withTimeout(limit, on: environment.clock, body)
  }

  /// Reads a body as the output of a command is read.
  private func show(_ body: [UInt8], _ display: RunDisplay) {
    var decoder = OutputDecoder()
    var lines = decoder.decode(body)
    if let last = decoder.finish() { lines.append(last) }
    output.append(lines)
    OutputInterpreter(definition, display).read(lines)
  }
}
