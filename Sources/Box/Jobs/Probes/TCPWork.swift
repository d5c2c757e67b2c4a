internal import Board
internal import Boundary
internal import Processes
internal import Programs

/// Opens a connection and closes it again.
struct TCPWork: JobWork {
  let probe: TCPProbe

  func perform(_ attempt: Attempt) async throws {
    let probe = try probe.resolved(attempt.variables)
    let (_, duration) = try await attempt.measureRequest(limit: probe.timeout) {
      try await attempt.environment.tcp.connect(to: probe)
    }
    attempt.print([.note("\(probe) is open")])
    attempt.display.show { $0.value = "open" }
    try JobFailure.check(duration, slowerThan: probe.slowerThan)
  }
}

extension TCPProbe {
  /// The probe with the values of the variables in it.
  /// - Throws: ``JobFailure/cannotStart(_:)`` if a variable is not set, or the values make no address.
  func resolved(_ variables: InheritedVariables) throws(JobFailure) -> TCPProbe {
    do {
      return try resolved { variables[$0] }
    } catch {
      throw .cannotStart("\(error)")
    }
  }

  /// Opens a connection and closes it again, and throws unless that is as expected.
  func check(in environment: JobEnvironment) async throws {
    let elapsed = stopwatch(on: environment.clock)
    try await withTimeout(timeout, on: environment.clock) {
      try await environment.tcp.connect(to: self)
    }
    try JobFailure.check(elapsed(), slowerThan: slowerThan)
  }
}
