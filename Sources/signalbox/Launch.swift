internal import ArgumentParser
internal import Board
internal import Curses
internal import Dashboard
internal import Dispatch
internal import Foundation
internal import Jobs

/// Leads from parsed arguments to a running front end, or to a message and an exit code.
enum Launch {
  /// Finds the board to open; if there is none, prints where it was looked for and exits.
  /// - Parameters:
  ///   - path: The board that the user named; nil searches for one.
  ///   - offersDemo: Whether the demo is used if no board is found.
  static func choose(_ path: String?, offersDemo: Bool = false) throws -> BoardChoice {
    do throws(BoardSearch.Failure) {
      return try BoardChoice(named: path)
    } catch {
      if case .nothing = error, offersDemo { return .demo }
      Message.write("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Reads a board; prints its mistakes and exits if it has any.
  static func load(_ choice: BoardChoice) throws -> Board {
    do throws(BoardError) {
      return try choice.load()
    } catch {
      Message.writeLine("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Reads the preferences file, if there is one; prints its mistakes and exits if it has any.
  static func preferences() throws -> Dashboard.Preferences {
    guard let path = PersonalFile.path(of: "config.yml") else { return Dashboard.Preferences() }
    do throws(Dashboard.PreferencesError) {
      return try .load(contentsOf: path)
    } catch {
      Message.writeLine("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Runs a closure; prints its error and exits if the arguments do not fit the board.
  static func checked<Result>(_ body: () throws(RunPlan.Mistake) -> Result) throws -> Result {
    do throws(RunPlan.Mistake) {
      return try body()
    } catch {
      Message.write(error.message)
      throw ExitCode(ExitStatus.usage)
    }
  }

  /// Writes lines to standard output for commands that end at once: a closed pipe ends the program by SIGPIPE.
  static var output: StandardOutput {
    StandardOutput { code in
      Message.write("cannot write to standard output: \(String(cString: strerror(code)))")
      exit(ExitStatus.failed)
    }
  }

  /// Why the panel cannot be drawn; nil if it can.
  static var reasonToWatch: String? {
    guard StandardOutput.isTerminal else { return "standard output is not a terminal" }
    let name = TerminalName.current
    guard name.isDumb else { return nil }
    return "the terminal cannot move its cursor (TERM is \(name.name.isEmpty ? "not set" : name.name))"
  }

  /// Opens the panel and never returns. If the panel cannot be drawn, watches the board instead.
  static func panel(_ choice: BoardChoice, _ options: ScreenOptions, isReadOnly: Bool) throws {
    if let reasonToWatch {
      Message.write("\(reasonToWatch): watching instead of drawing the panel")
      return try watch(choice, isJSON: false, options)
    }
    let board = try load(choice)
    let preferences = try preferences()
    let opened = MainActor.assumeIsolated { () -> Result<Panel, TerminalError> in
      do throws(TerminalError) {
        let terminal = try Terminal(
          options: Terminal.Options(
            name: TerminalName.current.name, usesColor: options.allowsColor, theme: preferences.theme,
            multiplexer: TerminalName.multiplexer,
            notificationSequence: .init(environment: ProcessInfo.processInfo.environment)))
        return .success(
          Panel(
            terminal, interlocking: Interlocking(board, environment: .live()), preferences: preferences,
            boardFile: choice.path, isReadOnly: isReadOnly))
      } catch {
        return .failure(error)
      }
    }
    switch opened {
    case .success(let panel): withExtendedLifetime(panel) { dispatchMain() }
    case .failure(let error):
      Message.write("\(error)")
      throw ExitCode(ExitStatus.failed)
    }
  }

  /// Watches a board until a signal arrives, and does not return.
  static func watch(_ choice: BoardChoice, isJSON: Bool, _ options: ScreenOptions) throws {
    let board = try load(choice)
    guard board.actions.contains(where: { $0.every != nil }) else {
      Message.write("nothing on this board repeats by itself (`every`), so there is nothing to watch")
      return
    }
    try headless(board, style: isJSON ? .json : .plain(options.ink), isQuiet: true) { station in
      station.tellAll()
      station.runNoticeCommands()
      station.interlocking.startRepeats()
      await station.wait { station.isLeaving }
      return nil
    }
  }

  /// Prints as JSON that an action was refused before the board was started.
  static func tellRefusal(of id: String, on board: Board) throws {
    let situation = MainActor.assumeIsolated { Situation(Interlocking(board, environment: .live())) }
    let output = output
    Teller(.json) { output.write($0) }.tell(situation.refusals(of: id))
  }

  /// Starts a board without a panel, and does not return.
  /// - Parameter body: Returns the exit code, or nil if the program is already ending for another reason.
  static func headless(
    _ board: Board, style: Teller.Style, isQuiet: Bool,
    _ body: @escaping @MainActor (HeadlessBoard) async -> Int32?
  ) throws {
    let opened = MainActor.assumeIsolated { () -> Result<HeadlessBoard, TerminalError> in
      do throws(TerminalError) {
        return .success(try HeadlessBoard(board, style: style, isQuiet: isQuiet))
      } catch {
        return .failure(error)
      }
    }
    switch opened {
    case .success(let station):
      Task { @MainActor in
        if let code = await body(station) { await station.end(code) }
      }
      withExtendedLifetime(station) { dispatchMain() }
    case .failure(let error):
      Message.write("\(error)")
      throw ExitCode(ExitStatus.failed)
    }
  }
}
