internal import ArgumentParser
internal import Board
internal import Boundary
internal import Curses
internal import Dashboard
internal import Dispatch
internal import Foundation
internal import Headless
internal import Jobs
internal import Processes

/// Starts the front ends: the panel, and boards without a screen.
enum FrontEnd {
  /// Why the panel cannot be drawn; nil if it can.
  static var reasonToWatch: String? {
    guard StandardOutput.isTerminal else { return "standard output is not a terminal" }
    let name = TerminalName.current
    guard name.isDumb else { return nil }
    return "the terminal cannot move its cursor (TERM is \(name.name.isEmpty ? "not set" : name.name))"
  }

  /// Opens the panel and never returns. If it cannot be drawn, watches the board instead.
  /// - Parameter ink: The colours of lines on standard output.
  static func panel(_ choice: BoardChoice, usesColor: Bool, ink: Ink, isReadOnly: Bool) throws {
    if let reasonToWatch {
      StandardError.write("\(reasonToWatch): watching instead of drawing the panel")
      return try watch(choice, style: .plain(ink))
    }
    let board = try Opening.load(choice)
    let preferences = try Opening.preferences()
    let opened = MainActor.assumeIsolated { () -> Result<Panel, TerminalError> in
      do throws(TerminalError) {
        let terminal = try Terminal(
          options: Terminal.Options(
            name: TerminalName.current.name, usesColor: usesColor, theme: preferences.theme,
            multiplexer: TerminalName.multiplexer,
            notificationSequence: .init(environment: ProcessInfo.processInfo.environment)))
        let (box, warning) = privateBox(board, file: choice.path)
        let panel = Panel(terminal, box: box, preferences: preferences, isReadOnly: isReadOnly)
        if let warning { panel.tell(warning) }
        return .success(panel)
      } catch {
        return .failure(error)
      }
    }
    try run(opened)
  }

  /// Watches a board until a signal arrives, and does not return.
  static func watch(_ choice: BoardChoice, style: ChangePrinter.Style) throws {
    let board = try Opening.load(choice)
    guard board.actions.contains(where: { $0.every != nil }) else {
      StandardError.write(
        "nothing on this board repeats by itself (`every`), so there is nothing to watch")
      return
    }
    try headless(board, style: style, isQuiet: true, deliversNotices: true) { station in
      station.printAll()
      station.box.repeatActions()
      await station.wait { station.isLeaving }
      return nil
    }
  }

  /// Prints as JSON that an action was not started, before the board is at work.
  static func printRefusal(of id: String, on board: Board) throws {
    let situation = MainActor.assumeIsolated {
      BoardReading(Situation(Interlocking(board, environment: .live())))
    }
    let output = Opening.output
    ChangePrinter(.json) { output.write($0) }.print(situation.refusals(of: id))
  }

  /// Puts a board to work without a screen, and does not return.
  /// - Parameter body: Returns the exit code, or nil if the program is ending for another reason.
  static func headless(
    _ board: Board, style: ChangePrinter.Style, isQuiet: Bool, deliversNotices: Bool = false,
    _ body: @escaping @MainActor (HeadlessBoard) async -> Int32?
  ) throws {
    let opened = MainActor.assumeIsolated { () -> Result<HeadlessBoard, SystemCallError> in
      do throws(SystemCallError) {
        let station = try HeadlessBoard(style: style, isQuiet: isQuiet, surroundings: .program) { flow in
          printingBox(board, style: style, flow: flow, deliversNotices: deliversNotices)
        }
        Task { @MainActor in
          if let code = await body(station) { await station.end(code) }
        }
        return .success(station)
      } catch {
        return .failure(error)
      }
    }
    try run(opened)
  }

  /// Runs the main queue for a front end, or prints why it could not be opened.
  private static func run<Value>(_ opened: Result<Value, some Error>) throws {
    switch opened {
    case .success(let frontEnd): withExtendedLifetime(frontEnd) { dispatchMain() }
    case .failure(let error):
      StandardError.write("\(error)")
      throw ExitCode(ExitStatus.failed)
    }
  }
}
