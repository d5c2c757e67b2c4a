internal import Board
internal import Boundary
internal import BoxClient
internal import BoxServer
internal import Dispatch
internal import Files
internal import Headless
internal import Jobs
internal import Processes
internal import Wire

/// Boxes in the process of their front end.
extension FrontEnd {
  /// The box of a panel.
  /// - Parameters:
  ///   - file: The file of the board, which is watched for changes; nil for none.
  ///   - held: The lock of the board; nil if nobody shares it.
  /// - Returns: The box, and why the file cannot be watched; then the box works, too.
  @MainActor
  static func privateBox(
    _ board: Board, file: String?, _ held: HeldBoard?, isReadOnly: Bool
  ) async -> (box: ServedBox, warning: String?) {
    let host = host(interlocking(board, .live(program: ProgramVersion.withName), held))
    host.begin()
    let warning = file.flatMap { watch($0, of: host.board) }
    return (await box(of: host, kind: .panel, everyChange: false, isReadOnly: isReadOnly), warning)
  }

  /// The box of a front end that prints. Its commands wait while the reader of the output is behind.
  /// - Returns: The box, and what puts it to work, as soon as signals are handled.
  @MainActor
  static func printingBox(
    _ board: Board, _ attachment: Attachment, style: ChangePrinter.Style, deliversNotices: Bool,
    _ held: HeldBoard?
  ) async -> (box: ServedBox, begin: @MainActor () -> Void) {
    var printsLines = true
    if case .bytes = style { printsLines = false }
    let flow = SharedFlow()
    let environment = JobEnvironment.live(program: ProgramVersion.withName)
      .printing(flow.flow, lines: printsLines)
    let host = host(interlocking(board, environment, held), flow)
    let box = await box(
      of: host, kind: attachment.kind, everyChange: true, isReadOnly: attachment.isReadOnly)
    box.lines.actions = attachment.actions
    return (box, { host.begin(deliversNotices: deliversNotices) })
  }

  /// What a box in this process knows of a board that is not at work.
  @MainActor
  static func idleBox(_ interlocking: Interlocking) async -> ServedBox {
    let host = host(interlocking)
    await host.board.lookAtInputs()
    return await box(of: host, kind: .other, everyChange: false, isReadOnly: true)
  }

  @MainActor
  private static func host(_ interlocking: Interlocking, _ flow: SharedFlow? = nil) -> BoxHost {
    BoxHost(interlocking, isShared: false, flow: flow) { SessionPace(DispatchQueue.main) }
  }

  /// The box of a host as its one front end sees it, with its situation.
  @MainActor
  private static func box(
    of host: BoxHost, kind: FrontEndKind, everyChange: Bool, isReadOnly: Bool = false
  ) async -> ServedBox {
    var hello = Request.Hello()
    (hello.kind, hello.isReadOnly) = (kind, isReadOnly)
    let board = host.board
    return await box(over: InnerLine(host), hello, isShared: false, everyChange: everyChange) { board.now }
  }

  /// The box at the other end of a line in this process, with its situation.
  @MainActor
  static func box(
    over line: InnerLine, _ hello: Request.Hello, isShared: Bool, everyChange: Bool,
    now: @escaping @MainActor () -> Duration
  ) async -> ServedBox {
    let box = ServedBox(
      isShared: isShared, everyChange: everyChange, now: now, line: line.frontEnd(saying: hello))
    line.onEvent = { [weak box] in box?.receive($0) }
    await box.waitForSituation()
    return box
  }

  @MainActor
  private static func interlocking(
    _ board: Board, _ environment: JobEnvironment, _ held: HeldBoard?
  ) -> Interlocking {
    held?.interlocking(board, environment: environment) ?? Interlocking(board, environment: environment)
  }

  /// Returns why the file cannot be watched.
  @MainActor
  private static func watch(_ file: String, of board: HostedBoard) -> String? {
    do throws(FileWatch.Refusal) {
      board.boardWatch = try BoardWatch(file, of: board.interlocking.board) { [weak board] outcome in
        switch outcome {
        case .success(let new): board?.take(new)
        case .failure(let error): board?.refuse(error)
        }
      }
      return nil
    } catch {
      return "The board file is not watched: \(error)"
    }
  }
}
