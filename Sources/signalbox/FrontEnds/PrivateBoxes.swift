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
  /// - Parameter file: The file of the board, which is watched for changes; nil for none.
  /// - Returns: The box, and why the file cannot be watched; then the box works, too.
  @MainActor
  static func privateBox(_ board: Board, file: String?) -> (box: PrivateBox, warning: String?) {
    let box = PrivateBox(Interlocking(board, environment: .live(program: ProgramVersion.withName)))
    box.deliverNotices()
    box.joinCluster()
    return (box, file.flatMap { watch($0, of: box) })
  }

  /// The box of a front end that prints.
  @MainActor
  static func printingBox(
    _ board: Board, style: ChangePrinter.Style, flow: OutputFlow, deliversNotices: Bool
  ) -> PrivateBox {
    var printsLines = true
    if case .bytes = style { printsLines = false }
    let environment = JobEnvironment.live(program: ProgramVersion.withName).printing(flow, lines: printsLines)
    let box = PrivateBox(Interlocking(board, environment: environment))
    if deliversNotices { box.deliverNotices() }
    box.joinCluster()
    return box
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
