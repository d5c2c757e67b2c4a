internal import ArgumentParser
internal import Board
internal import Curses
internal import Dashboard
internal import Dispatch
internal import Foundation
internal import Jobs

/// From parsed arguments to a running front end, or to one clear message and an exit code.
enum Launch {
  /// Finds the board to open, or prints where there is none.
  /// - Parameters:
  ///   - path: The board that is named; nil searches for one.
  ///   - offersDemo: Whether the demo takes the place of a board that is not found.
  static func choose(_ path: String?, offersDemo: Bool = false) throws -> BoardChoice {
    do throws(BoardSearch.Failure) {
      return try BoardChoice(named: path)
    } catch {
      if case .nothing = error, offersDemo { return .demo }
      Message.write("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Reads a board, or prints what is wrong with it.
  static func load(_ choice: BoardChoice) throws -> Board {
    do throws(BoardError) {
      return try choice.load()
    } catch {
      Message.writeLine("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Reads the file of the person, if there is one, or prints what is wrong with it.
  static func preferences() throws -> Dashboard.Preferences {
    guard let path = PersonalFile.path(of: "config.yml") else { return Dashboard.Preferences() }
    do throws(Dashboard.PreferencesError) {
      return try .load(contentsOf: path)
    } catch {
      Message.writeLine("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Turns a wish that the board cannot grant into a message and an exit code.
  static func checked<Result>(_ body: () throws(RunPlan.Mistake) -> Result) throws -> Result {
    do throws(RunPlan.Mistake) {
      return try body()
    } catch {
      Message.write(error.message)
      throw ExitCode(ExitStatus.usage)
    }
  }

  /// Standard output for a program that ends at once: a reader that has gone ends it by SIGPIPE.
  static var output: StandardOutput {
    StandardOutput { code in
      Message.write("cannot write to standard output: \(String(cString: strerror(code)))")
      exit(ExitStatus.failed)
    }
  }

  /// Why there is no screen to draw the panel on; nil when there is one.
  static var reasonToWatch: String? {
    guard StandardOutput.isTerminal else { return "standard output is not a terminal" }
    let name = TerminalName.current
    guard name.isDumb else { return nil }
    return "the terminal cannot move its cursor (TERM is \(name.name.isEmpty ? "not set" : name.name))"
  }

  /// Opens the panel and never returns; where there is no screen to draw on, watches instead.
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

  /// Watches a board until a signal comes, and does not return.
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

  /// Tells as JSON that an action was not started, before the board is at work.
  static func tellRefusal(of id: String, on board: Board) throws {
    let situation = MainActor.assumeIsolated { Situation(Interlocking(board, environment: .live())) }
    let output = output
    Teller(.json) { output.write($0) }.tell(situation.refusals(of: id))
  }

  /// Puts a board to work without a screen, and does not return.
  /// - Parameter body: Ends with the exit code, or with nil when the program is ending for another reason.
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
