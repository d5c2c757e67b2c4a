internal import Board
internal import Boundary
internal import BoxClient
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
  /// Why this machine can have no box, so that front ends work privately.
  struct Impossible: Error, CustomStringConvertible {
    let reason: String
    var description: String { "there can be no box here: \(reason)" }
  }

  private let choice: BoardChoice
  private let kind: FrontEndKind
  private let isPrivate: Bool
  private let isReadOnly: Bool
  /// The actions whose output it needs; nil for those of all.
  private let actions: [String]?

  init(
    _ choice: BoardChoice, kind: FrontEndKind, isPrivate: Bool, isReadOnly: Bool = false,
    actions: [String]? = nil
  ) {
    self.choice = choice
    self.kind = kind
    self.isPrivate = isPrivate
    self.isReadOnly = isReadOnly
    self.actions = actions
  }

  private var sharedFile: String? { isPrivate ? nil : choice.sharedFile }

  /// Whether the front end works with a box that others share.
  var isShared: Bool { sharedFile != nil }

  /// Attaches to the box of the board, and starts it if there is none.
  /// - Parameter beforeStart: Called before a box is started, such as to report mistakes in the board.
  /// - Returns: The box; nil if the front end works privately.
  /// - Throws: ``Impossible``, or why a box that should be there cannot be used. In the second case it may
  ///   run commands, so the front end must not start others beside it.
  @MainActor
  func open(
    everyChange: Bool, beforeStart: @escaping @MainActor () throws -> Void = {}
  ) async throws -> ServedBox? {
    guard let file = sharedFile else { return nil }
    let places = try Self.places(of: file)
    let context = try Self.context()
    var hello = Request.Hello()
    hello.kind = kind
    hello.name = name
    hello.isReadOnly = isReadOnly
    if kind == .panel || kind == .watch { hello.context = context }
    let reached = try await BoxConnection.open(places, hello: hello, everyChange: everyChange) {
      try beforeStart()
      try await Self.start(places)
    }
    guard let box = reached?.box else { return nil }
    // A panel shows the board of the box, also while the file has mistakes. A `run` has read the file itself.
    let digest = kind == .run ? FileManager.default.contents(atPath: file).map { StableHash.hex($0) } : nil
    box.prepare = { start in
      start.board = digest
      start.context = context
    }
    box.lines.actions = actions
    box.holdsCommands = kind == .run
    return box
  }

  /// The places of the box, if there can be one.
  private static func places(of file: String) throws(Impossible) -> BoxPlaces {
    do throws(RendezvousError) {
      let places = try BoxPlaces(
        BoardIdentity(path: file), environment: ProcessInfo.processInfo.environment)
      try places.createStateDirectory()
      _ = try places.socketPath()
      return places
    } catch {
      throw Impossible(reason: "\(error)")
    }
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
    guard kind == .panel else { return kind.rawValue }
    guard let terminal = ttyname(STDIN_FILENO).map({ String(cString: $0) }) else { return "panel" }
    return "panel on " + (terminal.hasPrefix("/dev/") ? String(terminal.dropFirst(5)) : terminal)
  }

  /// Starts a box, and returns when it is ready.
  @MainActor
  private static func start(_ places: BoxPlaces) async throws {
    let box = try BackgroundProcess.start(
      program: program, arguments: ["box", places.board.path], log: places.stateDirectory + "/log")
    switch await box.readiness(atMost: .seconds(10)) {
    case .ready: break
    // It held the lock, so that no other box runs.
    case .failed(let reason): throw Impossible(reason: reason)
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
