internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Headless
internal import Jobs
internal import Processes

/// Waits until a guard holds, or a run ends.
struct Wait: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Wait until a guard holds, or until a run ends.",
    discussion: """
      A guard that holds now ends the wait at once, and says nothing of a later moment. The box evaluates it with each \
      change, so a short moment is enough. Without --wait-limit, the wait also ends when nothing that runs or repeats can \
      make it hold, or when a service that it needs was not ready in time, although that may be started again. With \
      --wait-limit, somebody may still start something: it waits for that, also for a box, and goes \
      on with the next box when one ends.

      With --end, it waits for the end of the present run of an action, with --wait-limit also for a run that has not \
      begun. The exit code is then that of the run, as for `run`.

      Exit codes: 0 it holds, 2 it is no guard of the board, 3 it cannot hold, 75 the limit has passed, or without \
      --wait-limit the box has ended, 78 mistakes in the board.
      """)

  @Argument(help: ArgumentHelp("A guard such as server.ready.", valueName: "guard"))
  var condition: String?

  @Option(
    name: .customLong("end"),
    help: ArgumentHelp("Wait for the end of a run of this action.", valueName: "action"),
    completion: Completions.actions)
  var ended: String?

  @Option(
    help: ArgumentHelp(
      "Wait for at most this duration, such as 5m, then exit with code 75.", valueName: "duration"),
    transform: RunActions.duration)
  var waitLimit: Duration?

  @Option(
    help: ArgumentHelp("What the exit code of --end means, as for `run`.", valueName: "map"),
    completion: .list(ExitMap.allCases.map(\.rawValue)))
  var exitMap = ExitMap.command

  @Flag(name: .shortAndLong, help: "Say nothing about why it ends.")
  var quiet = false

  @OptionGroup var board: BoardOptions

  func validate() throws {
    guard (condition == nil) != (ended == nil) else {
      throw ValidationError("Name one guard, such as server.ready, or an action with --end.")
    }
    if ended == nil, exitMap != .command {
      throw ValidationError("--exit-map is about runs: it needs --end.")
    }
  }

  func run() throws {
    let choice = try Opening.choose(board.board)
    let goal: BoxWait.Goal = ended.map { .end(of: $0, exitMap) } ?? .guarded(condition ?? "")
    let (limit, isQuiet) = (waitLimit, quiet)
    ExistingBox.runCommand {
      let wait = BoxWait(choice, goal, limit, isQuiet: isQuiet)
      // Its timer and its watch hold it weakly.
      defer { withExtendedLifetime(wait) {} }
      return await wait.run()
    }
  }
}
