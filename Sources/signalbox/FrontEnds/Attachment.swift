internal import Board
internal import Boundary
internal import BoxClient
internal import BoxServer
internal import Essentials
internal import Processes
internal import Rendezvous
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// How a front end gets the box of its board.
struct Attachment {
  /// What a front end works with.
  enum Access {
    /// The box of the board, which others share.
    case served(ServedBox)
    /// There can be no box, and this process has locked the board: others are refused until it ends.
    case locked(HeldBoard, reason: String)
    /// Nobody shares the board: it is private by request, or no file.
    case privately
  }

  /// Why a board can neither be shared nor locked. A later try may succeed.
  struct Refusal: Error, CustomStringConvertible {
    let reason: String
    var description: String { "\(reason), so nothing starts; --private starts without a lock" }
  }

  private let choice: BoardChoice
  let kind: FrontEndKind
  private let isPrivate: Bool
  let isReadOnly: Bool
  /// The actions whose output it needs; nil for those of all.
  let actions: [String]?
  /// How an agent names itself; nil for other front ends.
  private let agent: String?

  init(
    _ choice: BoardChoice, kind: FrontEndKind, isPrivate: Bool, isReadOnly: Bool = false,
    actions: [String]? = nil, agent: String? = nil
  ) {
    self.choice = choice
    self.kind = kind
    self.isPrivate = isPrivate
    self.isReadOnly = isReadOnly
    self.actions = actions
    self.agent = agent
  }

  /// Whether the front end works with a box that others share, or locks the board.
  var isShared: Bool { !isPrivate && choice.isShared }

  /// Attaches to the box of the board, and starts it if there is none. Where no box can be had, locks the
  /// board.
  /// - Parameters:
  ///   - digest: That of the text which the front end has read, if its starts depend on it.
  ///   - beforeStart: Called before a box is started, such as to report mistakes in the board.
  /// - Throws: ``Refusal``, or why a box that should be there cannot be used. It may run commands, so the
  ///   front end must not start others beside it.
  @MainActor
  func open(
    everyChange: Bool, digest: String? = nil, beforeStart: @escaping @MainActor () throws -> Void = {}
  ) async throws -> Access {
    guard isShared, let file = choice.path else { return .privately }
    let places: BoxPlaces
    do throws(RendezvousError) {
      places = try BoxPlaces(BoardIdentity(path: file), environment: ProcessInfo.processInfo.environment)
    } catch .noHome {
      throw Refusal(reason: "this board cannot be locked: \(RendezvousError.noHome)")
    }
    do throws(RendezvousError) { _ = try places.socketPath() } catch {
      return .locked(try await Self.lock(places), reason: "\(error)")
    }
    let box = try await self.box(places, everyChange: everyChange, digest: digest, beforeStart: beforeStart)
    guard let box else { throw Refusal(reason: "there is no box") }
    return .served(box)
  }

  /// Waits for the next box of the board; nil if nobody shares it.
  @MainActor
  func nextBox() -> NextBox? {
    guard isShared, let file = choice.path,
      let places = try? BoxPlaces(BoardIdentity(path: file), environment: ProcessInfo.processInfo.environment)
    else { return nil }
    return NextBox(lockFile: places.lockFile) { try await existingBox(places) }
  }

  /// The box that runs, with its situation; nil if there is none.
  @MainActor
  private func existingBox(_ places: BoxPlaces) async throws -> ServedBox? {
    guard let box = try await box(places, everyChange: false, digest: nil, beforeStart: nil) else {
      return nil
    }
    await box.waitForSituation()
    return box.end == nil ? box : nil
  }

  @MainActor
  private static func lock(_ places: BoxPlaces) async throws -> HeldBoard {
    do {
      return try await HeldBoard.take(places) { StandardError.write($0) }
    } catch let error as RendezvousError {
      if case .held = error { throw error }
      throw Refusal(reason: "this board cannot be locked: \(error)")
    }
  }

  /// - Parameter beforeStart: Called before a box is started; nil to start none.
  /// - Returns: The box; nil if there is none.
  @MainActor
  private func box(
    _ places: BoxPlaces, everyChange: Bool, digest: String?,
    beforeStart: (@MainActor () throws -> Void)?
  ) async throws -> ServedBox? {
    let context = try Self.context()
    var hello = Request.Hello()
    hello.kind = kind
    hello.name = name
    hello.isReadOnly = isReadOnly
    hello.isAgent = kind == .run && AgentShell.isOne()
    if kind == .panel || kind == .watch || kind == .agent { hello.context = context }
    var start: (@MainActor () async throws -> Void)?
    if let beforeStart {
      start = {
        try beforeStart()
        try await Self.start(places)
      }
    }
    let reached = try await BoxConnection.open(
      places, hello: hello, everyChange: everyChange, checksPulse: kind == .run || kind == .watch,
      start: start)
    guard let box = reached?.box else { return nil }
    box.prepare = { start in
      start.board = digest
      // Commands inherit what the person has, and not what an editor gives to its tools.
      if kind != .agent { start.context = context }
    }
    box.lines.actions = actions
    box.holdsCommands = kind == .run
    return box
  }

  /// What commands inherit.
  private static func context() throws -> String {
    do throws(ProcessContext.Invalid) {
      return try ProcessContext.current().wire
    } catch {
      throw BoxConnection.Failure(
        error == .environmentTooLarge
          ? "the environment is larger than a box accepts (1 MiB); --private has no limit"
          : "the environment cannot be sent to a box; --private does not need that")
    }
  }

  /// How the history of runs names this front end.
  private var name: String {
    if let agent { return agent }
    if kind == .run, AgentShell.isOne() { return AgentShell.name(kind.rawValue) }
    guard kind == .panel else { return kind.rawValue }
    guard let terminal = ttyname(STDIN_FILENO).map({ String(cString: $0) }) else { return "panel" }
    return "panel on " + (terminal.hasPrefix("/dev/") ? String(terminal.dropFirst(5)) : terminal)
  }

  /// Starts a box, and returns when it is ready.
  @MainActor
  private static func start(_ places: BoxPlaces) async throws {
    // Without the directory, the box says why.
    try? places.createStateDirectory()
    let box = try BackgroundProcess.start(
      program: program, arguments: ["box", places.board.path], log: places.stateDirectory + "/log")
    switch await box.readiness(atMost: .seconds(10)) {
    case .ready: break
    case .failed(let reason): throw Refusal(reason: "the box of this board cannot start: \(reason)")
    // It was killed: the approach begins again.
    case .ended, .timedOut: break
    }
  }

  /// The path of this program.
  private static var program: String {
    #if os(Linux)
    "/proc/self/exe"
    #else
    Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
