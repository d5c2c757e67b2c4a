internal import Board
internal import SignalboxCore

extension Run {
  /// The answer to a probe is short; a longer one is looked at so far, and a failure says so.
  private static let bodyLimit = 1 << 20

  /// Sends a request, shows the answer, and checks it.
  func run(_ probe: HTTPProbe, _ display: RunDisplay) async throws {
    let (answer, duration) = try await onNetwork(limit: probe.timeout) {
      try await environment.http.answer(to: probe, bodyLimit: Self.bodyLimit)
    }
    output.append([.note("status \(answer.status)")])
    show(answer.body, display)
    guard probe.expect.contains(answer.status) else {
      throw JobFailure.unexpectedStatus(answer.status, expected: probe.expect)
    }
    if let text = probe.contains, !answer.body.contains(Array(text.utf8)) {
      throw JobFailure.missingText(text, limit: answer.isCut ? Self.bodyLimit : nil)
    }
    if let failure = failure(of: answer, expecting: probe.json) {
      throw JobFailure.unexpectedJSON(failure)
    }
    try check(duration, slowerThan: probe.slowerThan)
  }

  private func failure(of answer: HTTPAnswer, expecting json: [JSONExpectation]) -> String? {
    if answer.isCut, !json.isEmpty {
      return "the answer is longer than \(Self.bodyLimit >> 20) MiB, too long to be read as JSON"
    }
    return json.firstFailure(in: answer.body)
  }

  /// Opens a connection.
  func run(_ probe: TCPProbe, _ display: RunDisplay) async throws {
    let (_, duration) = try await onNetwork(limit: probe.timeout) {
      try await environment.tcp.connect(to: probe)
    }
    output.append([.note("\(probe) is open")])
    display.show { $0.value = "open" }
    try check(duration, slowerThan: probe.slowerThan)
  }

  /// Does something that lights the network indicator as long as it lasts, and measures how long that is.
  private func onNetwork<Result: Sendable>(
    limit: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> (Result, Duration) {
    let request = beginRequest()
    defer { request?.end() }
    let elapsed = stopwatch(on: environment.clock)
    let result = try await withTimeout(limit, on: environment.clock, body)
    return (result, elapsed())
  }

  private func check(_ duration: Duration, slowerThan limit: Duration?) throws(JobFailure) {
    if let limit, duration > limit { throw .slow(duration, limit: limit) }
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
