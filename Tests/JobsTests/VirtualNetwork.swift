import Board
import Synchronization
import Transfers

@testable import Jobs

/// A network without connections: a test sets the outcome of each request and of each connection.
final class VirtualNetwork: HTTPClient, TCPClient {
  typealias Answer = @Sendable (HTTPProbe) async throws -> HTTPAnswer
  typealias Connection = @Sendable (TCPProbe) async throws -> Void

  private let answer = Mutex<Answer>({ _ in throw NetworkFailure.unreachable })
  private let connection = Mutex<Connection>({ _ in })

  func onRequest(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }
  func onConnect(_ connection: @escaping Connection) { self.connection.withLock { $0 = connection } }

  func answer(to probe: HTTPProbe, bodyLimit: Int) async throws -> HTTPAnswer {
    try await answer.withLock { $0 }(probe)
  }

  func connect(to probe: TCPProbe) async throws {
    try await connection.withLock { $0 }(probe)
  }
}
