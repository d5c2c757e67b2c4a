internal import ArgumentParser
internal import Board
internal import Dashboard
internal import Headless
internal import Processes
internal import Projects

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Opens what the arguments name. What cannot be opened becomes one message and an exit code.
enum Opening {
  /// Finds the board to open, or prints why there is none.
  /// - Parameters:
  ///   - path: The path of the board; nil searches for one.
  ///   - offersDemo: Whether the demo replaces a board that is not found.
  static func choose(_ path: String?, offersDemo: Bool = false) throws -> BoardChoice {
    do throws(BoardSearch.Failure) {
      return try BoardChoice(named: path) { StandardError.write($0) }
    } catch {
      if case .nothing = error, offersDemo { return .demo }
      StandardError.write("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Reads a board, or prints its mistakes.
  static func load(_ choice: BoardChoice) throws -> Board { try open(choice).board }

  /// Reads the board and what it was made from, or prints the mistakes.
  static func open(_ choice: BoardChoice) throws -> ProjectBoard.Opened {
    do throws(BoardError) {
      return try choice.open()
    } catch {
      StandardError.writeLines("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Reads the preferences file of the user, if there is one, or prints its mistakes.
  static func preferences() throws -> Dashboard.Preferences {
    guard let path = PersonalFile.path(of: "config.yml") else { return Dashboard.Preferences() }
    do throws(Dashboard.PreferencesError) {
      return try .load(contentsOf: path)
    } catch {
      StandardError.writeLines("\(error)")
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Runs `body`, or prints what the board does not allow.
  static func checked<Result>(_ body: () throws(RunPlan.Mistake) -> Result) throws -> Result {
    do throws(RunPlan.Mistake) {
      return try body()
    } catch {
      StandardError.write(error.message)
      throw ExitCode(ExitStatus.usage)
    }
  }

  /// Standard output for a command that ends at once. A reader that has gone ends the program by SIGPIPE,
  /// also where the thread that writes blocks that signal, as those of Dispatch do.
  static var output: StandardOutput {
    StandardOutput { code in
      if code == EPIPE { ProcessEnd.bySignal(SIGPIPE) }
      StandardError.write("cannot write to standard output: \(String(cString: strerror(code)))")
      exit(ExitStatus.failed)
    }
  }
}
