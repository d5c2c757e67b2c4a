internal import Board
internal import Processes
internal import Programs

/// Sends a request, shows the answer, and checks it.
struct HTTPWork: JobWork {
  let probe: HTTPProbe

  func perform(_ attempt: Attempt) async throws {
    let probe = try probe.resolved(attempt.variables)
    let (answer, duration) = try await attempt.measureRequest(limit: probe.timeout) {
      try await attempt.environment.http.answer(to: probe, bodyLimit: HTTPProbe.bodyLimit)
    }
    attempt.print([.note("status \(answer.status)")])
    attempt.show(body: answer.body)
    try probe.check(answer, after: duration, at: attempt.environment.wallSeconds())
  }
}

extension HTTPProbe {
  /// The most bytes of an answer that are read. The answer to a probe is short; if it is longer, failures
  /// mention it.
  fileprivate static let bodyLimit = 1 << 20

  /// The probe with the values of the variables in it.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a variable is not set, or a value makes the probe invalid.
  func resolved(_ variables: InheritedVariables) throws(JobFailure) -> HTTPProbe {
    do {
      return try resolved { variables[$0] }
    } catch {
      throw .cannotStart("\(error)")
    }
  }

  /// Sends the request, and throws unless the answer is as expected.
  func check(in environment: JobEnvironment) async throws {
    let elapsed = stopwatch(on: environment.clock)
    let answer = try await withTimeout(timeout, on: environment.clock) {
      try await environment.http.answer(to: self, bodyLimit: Self.bodyLimit)
    }
    try check(answer, after: elapsed(), at: environment.wallSeconds())
  }

  /// - Parameter now: The present time, in seconds since 1970.
  fileprivate func check(_ answer: HTTPAnswer, after duration: Duration, at now: UInt32) throws {
    guard expect.contains(answer.status) else {
      throw JobFailure.unexpectedStatus(answer.status, expected: expect)
    }
    if let text = contains, !answer.body.contains(Array(text.utf8)) {
      throw JobFailure.missingText(text, limit: answer.isCut ? Self.bodyLimit : nil)
    }
    if let failure = failure(of: answer, expecting: json) {
      throw JobFailure.unexpectedJSON(failure)
    }
    try JobFailure.check(duration, slowerThan: slowerThan)
    try checkCertificate(answer.certificateEnd, at: Int64(now))
  }

  private func checkCertificate(_ end: Int64?, at now: Int64) throws(JobFailure) {
    guard let remaining = certificates.remaining else { return }
    guard let end else { throw .noCertificate }
    let rest = Duration.seconds(end - now)
    guard rest >= remaining else { throw .certificateExpires(in: rest) }
  }

  private func failure(of answer: HTTPAnswer, expecting json: [JSONExpectation]) -> String? {
    if answer.isCut, !json.isEmpty {
      return "the answer is longer than \(Self.bodyLimit >> 20) MiB, too long to be read as JSON"
    }
    return json.firstFailure(in: answer.body)
  }
}

extension Attempt {
  /// Reads a body as the output of a command is read.
  fileprivate func show(body: [UInt8]) {
    var decoder = OutputDecoder()
    var lines = decoder.decode(body)
    if let last = decoder.finish() { lines.append(last) }
    print(lines)
    OutputInterpreter(definition, display).read(lines)
  }
}
