internal import Board
internal import Boundary
internal import BoxServer
internal import Files
internal import Headless
internal import Jobs
internal import Processes

/// Boxes in the process of their front end.
extension FrontEnd {
  /// The box of a panel.
  /// - Parameters:
  ///   - file: The file of the board, which is watched for changes; nil for none.
  ///   - held: The lock of the board; nil if nobody shares it.
  /// - Returns: The box, and why the file cannot be watched; then the box works, too.
  @MainActor
  static func privateBox(
    _ board: Board, file: String?, _ held: HeldBoard?
  ) -> (box: PrivateBox, warning: String?) {
    let box = PrivateBox(interlocking(board, .live(program: ProgramVersion.withName), held))
    box.deliverNotices()
    box.joinCluster()
    box.followInputs()
    return (box, file.flatMap { watch($0, of: box) })
  }

  /// The box of a front end that prints.
  @MainActor
  static func printingBox(
    _ board: Board, style: ChangePrinter.Style, flow: OutputFlow, deliversNotices: Bool, _ held: HeldBoard?
  ) -> PrivateBox {
    var printsLines = true
    if case .bytes = style { printsLines = false }
    let environment = JobEnvironment.live(program: ProgramVersion.withName).printing(flow, lines: printsLines)
    let box = PrivateBox(interlocking(board, environment, held))
    if deliversNotices { box.deliverNotices() }
    box.joinCluster()
    box.followInputs()
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
  private static func watch(_ file: String, of box: PrivateBox) -> String? {
    do throws(FileWatch.Refusal) {
      box.boardWatch = try BoardWatch(file, of: box.interlocking.board) { [weak box] outcome in
        switch outcome {
        case .success(let board): box?.take(board)
        case .failure(let error): box?.refuse(error)
        }
      }
      return nil
    } catch {
      return "The board file is not watched: \(error)"
    }
  }
}
