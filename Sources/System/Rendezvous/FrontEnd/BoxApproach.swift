/// How a front end reaches the box of its board: it connects, and starts a box if there is none.
///
/// A front end has reached the box when its first message, the hello, is answered. A connection that ends
/// before was one to a box that was leaving or has died; the front end begins again. Requests follow the
/// answer only, so that none is sent twice.
@MainActor
package struct BoxApproach {
  /// A box that has answered.
  package struct Reached {
    /// It is paused. Set the callbacks, then resume it.
    package let connection: SocketConnection
    /// The answer to the hello.
    package let answer: SocketMessage
  }

  /// Time limits.
  package struct Patience: Sendable, Hashable {
    /// How long an accepted connection may stay without an answer.
    package var answer: Duration
    /// How long it may take in total.
    package var total: Duration

    package init(answer: Duration = .seconds(2), total: Duration = .seconds(15)) {
      self.answer = answer
      self.total = total
    }
  }

  private enum Attempt {
    case reached(Reached)
    /// There is no box, or it has just left.
    case absent
    /// The box does not accept connections at the moment.
    case busy(process: Int32)
  }

  private let places: BoxPlaces
  private let hello: [UInt8]
  private let limits: SocketConnection.Limits
  private let patience: Patience
  private let start: @MainActor () async throws -> Void
  private let clock = SuspendingClock()

  /// - Parameters:
  ///   - hello: The first message, without a newline.
  ///   - start: Starts a box, and returns when it is ready or finds that another one holds the lock. It may
  ///     be called
  ///     several times, one after the other, and it is cancelled when a box has been reached in the meantime.
  package init(
    _ places: BoxPlaces, hello: [UInt8], limits: SocketConnection.Limits = .init(message: 1 << 26),
    patience: Patience = Patience(), start: @escaping @MainActor () async throws -> Void
  ) {
    self.places = places
    self.hello = hello
    self.limits = limits
    self.patience = patience
    self.start = start
  }

  /// Connects to the box if there is one that answers; starts none.
  /// - Throws: ``RendezvousError/silent(process:)``, ``RendezvousError/foreign(path:)``.
  package func reachExisting() async throws -> Reached? {
    if case .reached(let reached) = try await attempt() { return reached }
    return nil
  }

  /// Connects to the box, and starts one if there is none.
  /// - Throws: ``RendezvousError``, what `start` throws, or `CancellationError`.
  package func reach() async throws -> Reached {
    let deadline = clock.now + patience.total
    var busySince: SuspendingClock.Instant?
    var start: Start?
    var interval = Duration.milliseconds(1)
    defer { start?.cancel() }
    while true {
      // The end of the start is read before the attempt: a box that was ready then has to be found by it.
      let outcome = start?.outcome.value
      switch try await attempt() {
      case .reached(let reached): return reached
      case .busy(let process):
        let since = busySince ?? clock.now
        busySince = since
        if clock.now - since > patience.answer { throw RendezvousError.silent(process: process) }
      case .absent:
        busySince = nil
        // A box that was ready and is absent has left already. Others may be leaving at the same moment, so
        // the next one is started after a pause.
        if let outcome {
          try outcome.get()
          start = nil
        } else if start == nil {
          start = Start(self.start)
        }
      }
      guard clock.now < deadline else {
        throw RendezvousError.unreachable(process: BoxRecord.read(places)?.process)
      }
      if let start, outcome == nil {
        _ = await start.outcome.value(within: interval)
      } else {
        try await pause(interval)
      }
      try Task.checkCancellation()
      interval = min(interval * 2, .milliseconds(20))
    }
  }

  private func attempt() async throws -> Attempt {
    guard let record = BoxRecord.read(places) else { return .absent }
    guard record.board == places.board.path else {
      throw RendezvousError.collision(board: places.board.path, other: record.board)
    }
    switch UnixSocket.connect(record.socket) {
    case .absent: return .absent
    case .busy: return .busy(process: record.process)
    case .refused(let error): throw error
    case .connected(let socket):
      let connection = SocketConnection(socket, limits: limits)
      // Without a peer, the box has gone between the two calls.
      guard let peer = connection.peer else { return .absent }
      guard peer.isOwnUser else { throw RendezvousError.foreign(path: record.socket) }
      return try await greet(connection, peer.process ?? record.process)
    }
  }

  /// Sends the hello and waits for the answer.
  private func greet(_ connection: SocketConnection, _ process: Int32) async throws -> Attempt {
    let answered = Promise<SocketMessage?>()
    connection.onMessage = { [weak connection] message in
      connection?.pause()
      answered.fulfil(message)
    }
    connection.onClose = { _ in answered.fulfil(nil) }
    connection.send(hello)
    connection.resume()
    let answer = await answered.value(within: patience.answer)
    (connection.onMessage, connection.onClose) = (nil, nil)
    switch answer {
    case .some(let message?): return .reached(Reached(connection: connection, answer: message))
    case .some(nil): return .absent
    case nil:
      connection.close()
      try Task.checkCancellation()
      throw RendezvousError.silent(process: process)
    }
  }

  /// A box that is being started.
  @MainActor
  private final class Start {
    let outcome = Promise<Result<Void, any Error>>()
    private var task: Task<Void, Never>?

    init(_ start: @escaping @MainActor () async throws -> Void) {
      task = Task { [outcome] in
        do { outcome.fulfil(.success(try await start())) } catch { outcome.fulfil(.failure(error)) }
      }
    }

    func cancel() { task?.cancel() }
  }
}
