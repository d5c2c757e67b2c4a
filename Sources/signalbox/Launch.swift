internal import ArgumentParser
internal import Board
internal import Curses
internal import Dispatch
internal import Foundation
internal import Jobs

/// From parsed arguments to a running front end, or to one clear message and an exit code.
enum Launch {
  /// The code for a configuration that is wrong, as sysexits.h has it.
  private static let badBoard = ExitCode(78)

  /// Reads a board, or prints what is wrong with it.
  static func load(_ choice: BoardChoice) throws -> Board {
    do throws(BoardError) {
      return try choice.load()
    } catch {
      complain("\(error)")
      throw badBoard
    }
  }

  /// Opens the panel and never returns.
  static func panel(_ choice: BoardChoice, _ options: ScreenOptions) throws {
    let board = try load(choice)
    let environment = ProcessInfo.processInfo.environment
    let isColorless = options.noColor || !(environment["NO_COLOR"] ?? "").isEmpty
    let opened = MainActor.assumeIsolated { () -> Result<Panel, TerminalError> in
      do throws(TerminalError) {
        let terminal = try Terminal(
          options: Terminal.Options(name: environment["TERM"], usesColor: !isColorless))
        return .success(Panel(terminal, interlocking: Interlocking(board, environment: .live())))
      } catch {
        return .failure(error)
      }
    }
    switch opened {
    case .success(let panel): withExtendedLifetime(panel) { dispatchMain() }
    case .failure(let error):
      complain("signalbox: \(error)")
      throw ExitCode.failure
    }
  }

  /// Says it on standard error.
  static func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
