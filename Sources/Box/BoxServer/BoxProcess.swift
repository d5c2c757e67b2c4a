internal import Board
internal import Boundary
internal import Dispatch
internal import Essentials
internal import Files
package import Jobs
internal import Processes
internal import Projects
package import Rendezvous
internal import SignalboxCore
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The process of a box: takes the lock of its board, serves front ends, and leaves when it is not needed.
@MainActor
package final class BoxProcess {
  /// How long it stays without front ends and without work.
  private static let patience = Duration.seconds(2)
  /// How long a connection may stay without a hello.
  private static let helloPatience = Duration.seconds(10)

  private let held: HeldBoard
  private let host: BoxHost
  private let path: String
  private let reader = BoardReader()
  private let end: @MainActor () -> Void
  private var listener: BoxListener?
  private var sessions: [ObjectIdentifier: Attached] = [:]
  private var signals: SignalSource?
  private var departure: (any Cancellable)?
  /// The digest of the text that was read last, or of an earlier one; nil if it is not known.
  private var digest: String?
  private var isLeaving = false

  /// Starts to serve the board, and returns when front ends can connect.
  /// - Parameters:
  ///   - environment: What its jobs depend on; the box adds its keeper and its journal.
  ///   - end: Called when the box has left.
  package init(
    _ places: BoxPlaces, lock: BoxLock, environment: JobEnvironment, end: @escaping @MainActor () -> Void
  ) throws {
    self.end = end
    path = places.board.path
    // A write over the limit of file sizes must fail, and not end this process.
    signals = try SignalSource(signals: [SIGTERM, SIGINT, SIGHUP]) { _ in }
    let held = try HeldBoard(places, lock: lock) { Self.log($0) }
    self.held = held
    let board = try ProjectBoard.load(path)
    digest = board.source.digest
    let trouble = ResultTrouble { Self.log($0) }
    var identity = BoxEvent.Hello()
    identity.pid = getpid()
    identity.board = path
    host = BoxHost(
      held.interlocking(board, environment: environment, onResultTrouble: trouble.take), identity: identity,
      makePace: { SessionPace(DispatchQueue.main) })
    host.begin()
    trouble.pass(to: host.board)
    host.record = PressRecord(places.record)
    listener = try BoxListener(
      lock, places: places,
      settings: .init(
        refusal: BoxEvent.refusal(BoxEvent.Refusal("too many front ends are connected to this box")).line,
        // An environment of the largest size, in Base64.
        limits: .init(message: 2 << 20), files: held.files),
      onConnection: { [weak self] in self?.attach($0) }, onTrouble: { Self.log("\($0)") },
      onFilesChanged: { held.restoreFiles() })
    host.onIdle = { [weak self] in self?.leaveSoon() }
    host.onStop = { [weak self] in self?.stop(now: $0) }
    host.reread = { [weak self] digest, onEnd in
      if let self { reread(unless: digest, onEnd) } else { onEnd(nil) }
    }
    signals?.onSignal = { [weak self] _ in self?.host.stop(now: false) }
    watchBoard()
    leaveSoon()
  }

  private nonisolated static func log(_ text: String) {
    _ = Array("signalbox: \(text)\n".utf8).withUnsafeBytes { Descriptor.write($0, to: STDERR_FILENO) }
  }

  // MARK: Front ends

  private func attach(_ connection: SocketConnection) {
    // A front end that reads end of file begins again, with the next box.
    guard !isLeaving, !host.isStopping else { return connection.close() }
    if let difference = connection.peer?.process.flatMap(Namespaces.difference) {
      connection.send(BoxEvent.refusal(BoxEvent.Refusal(difference)).line)
      return connection.finish()
    }
    let session = host.attach(
      SessionLine(
        send: { [weak connection] in connection?.send($0) },
        isCongested: { [weak connection] in connection?.isCongested == true },
        finish: { [weak connection] in connection?.finish() },
        setPaused: { [weak connection] in if $0 { connection?.pause() } else { connection?.resume() } },
        process: connection.peer?.process))
    let id = ObjectIdentifier(connection)
    sessions[id] = Attached(
      connection: connection, session: session,
      deadline: SharedTimers.queue.perform(every: Self.helloPatience) { [weak self] in
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.end(id) } }
      })
    connection.onMessage = { [weak self, weak session] message in
      session?.receive(message.bytes) { message.descriptors.take() }
      if session?.hello != nil { self?.sessions[id]?.endDeadline() }
    }
    connection.onDrain = { [weak session] in session?.drained() }
    connection.onClose = { [weak self] _ in self?.end(id) }
    connection.resume()
  }

  /// Forgets a connection that has ended, or ends it.
  private func end(_ id: ObjectIdentifier) {
    guard var attached = sessions.removeValue(forKey: id) else { return }
    attached.endDeadline()
    attached.connection.close()
    attached.session.close()
  }

  private struct Attached {
    let connection: SocketConnection
    let session: FrontEndSession
    /// Ends the connection, which takes the place of a front end; nil after the hello.
    var deadline: (any Cancellable)?

    mutating func endDeadline() {
      deadline?.cancel()
      deadline = nil
    }
  }

  // MARK: The board

  /// Reads the board again if a front end has read another text than this box.
  /// - Parameter onEnd: Called with why the board cannot be used; nil if it can.
  private func reread(unless digest: String, _ onEnd: @escaping @MainActor (String?) -> Void) {
    guard digest != self.digest else { return onEnd(nil) }
    Task {
      let path = path
      let outcome = await reader.read { Result { () throws(BoardError) in try ProjectBoard.load(path) } }
      switch outcome {
      case .success(let board):
        self.digest = board.source.digest
        takeIfNew(board)
        onEnd(nil)
      case .failure: onEnd("the board has mistakes")
      }
    }
  }

  /// Replaces the board, unless a front end has caused that already. The same board also ends the mistakes of
  /// its file.
  private func takeIfNew(_ board: Board) {
    guard board != host.board.interlocking.board || !host.board.situation.boardMistakes.isEmpty else {
      return
    }
    host.board.take(board)
    held.take(board)
  }

  private func watchBoard() {
    do throws(FileWatch.Refusal) {
      host.board.boardWatch = try BoardWatch(path, of: host.board.interlocking.board, reader: reader) {
        [weak self] outcome in
        guard let self else { return }
        switch outcome {
        case .success(let board):
          digest = board.source.digest
          takeIfNew(board)
        case .failure(let error):
          digest = nil
          host.board.refuse(error)
        }
      }
    } catch {
      Self.log("the board file is not watched: \(error)")
    }
  }

  // MARK: The end

  /// Nothing keeps the box: it leaves in a moment, unless something does then.
  private func leaveSoon() {
    guard departure == nil, !isLeaving else { return }
    departure = SharedTimers.queue.perform(every: Self.patience) {
      DispatchQueue.main.async { MainActor.assumeIsolated { self.leaveIfIdle() } }
    }
  }

  private func leaveIfIdle() {
    departure?.cancel()
    departure = nil
    if host.isIdle || host.isStopping { leave() }
  }

  /// Cancels everything, in order unless it is to be at once, then leaves. A second call can only make it end
  /// at once.
  private func stop(now: Bool) {
    if now { ProcessGroups.shared.killAll() }
    host.board.endWork(isHasty: now) { [weak self] in self?.leave() }
  }

  private func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    host.closeDoor()
    Task {
      await listener?.leave(beforeUnlocking: {
        host.board.interlocking.stopRepeats()
        host.board.interlocking.cancelAll()
        await host.board.interlocking.waitUntilWorkHasEnded()
        await held.flush()
        host.dismissFrontEnds("the box has ended")
        held.close()
      })
      // The next box must not wait for an etcd that does not answer.
      await host.board.interlocking.sayFarewell()
      end()
    }
  }
}
