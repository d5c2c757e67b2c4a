internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Dispatch
internal import Essentials
internal import Headless
internal import Programs
internal import Rendezvous
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Lists the boxes of this user.
struct ListBoxes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ps", abstract: "List the boards that have a box: a background process with their runs.",
    discussion: "A box starts with the first window or `run`, and leaves when nothing needs it.")

  @OptionGroup var json: JSONOptions

  func run() throws {
    let output = Opening.output
    let isJSON = json.json
    ExistingBox.runCommand {
      var lines: [TerminalText] = []
      var failures: [(board: String, reason: String)] = []
      for record in BoxRecord.all(environment: ProcessInfo.processInfo.environment) {
        do {
          guard let reached = try await ExistingBox.at(BoardIdentity(record)) else { continue }
          lines.append(
            "\(isJSON ? BoxLine.json(reached.hello, socket: record.socket) : BoxLine.plain(reached.hello))")
        } catch {
          failures.append((record.board, "\(error)"))
        }
      }
      if let message = BoxLine.failure(failures) { StandardError.write(message) }
      output.write(lines: lines)
      return ExitStatus.succeeded
    }
  }
}

/// A box as a line.
enum BoxLine {
  /// Why boxes cannot be reached, in one line; nil if all can.
  static func failure(_ failures: [(board: String, reason: String)]) -> String? {
    guard let first = failures.first else { return nil }
    if failures.count == 1 { return "\(first.board): \(first.reason)" }
    return
      "\(failures.count) boxes cannot be reached: \(failures.map { "\($0.board) (\($0.reason))" }.inWords)"
  }

  /// The exit code of a command whose effect is there, or was not seen because the box does not answer.
  @MainActor
  static func code(after box: ServedBox) -> Int32 {
    guard let end = box.end, !end.isEndOfBox else { return ExitStatus.succeeded }
    StandardError.write("the box \(box.endWords)")
    return ExitStatus.waitedTooLong
  }

  static func plain(_ box: BoxEvent.Hello) -> String {
    let panels = box.panels == 1 ? "1 panel" : "\(box.panels) panels"
    let age = (box.now - box.since).wholeSeconds
    let ready = box.ready > 0 ? "  \(box.ready) ready" : ""
    return "\(box.board)  pid \(box.pid)  \(box.running - box.ready) running\(ready)  \(panels)  for \(age)"
  }

  static func json(_ box: BoxEvent.Hello, socket: String) -> String {
    let since = Date.now.addingTimeInterval(-((box.now - box.since) / .seconds(1)))
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return """
      {"v":2,"board":\(JSONText.quoted(box.board)),"pid":\(box.pid),"running":\(box.running),"ready":\(box.ready),\
      "since":"\(since.formatted(format))","panels":\(box.panels),"protocol":\(box.version),"socket":\(JSONText.quoted(socket))}
      """
  }
}

/// Ends the box of a board.
struct StopBox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Cancel everything that runs on a board, and end its box.",
    discussion: "It names what it waits for. With --now nothing has time to clean up.")

  @Flag(help: "Kill what runs, and the box too if it does not answer.")
  var now = false

  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let isNow = now
    ExistingBox.runCommand {
      let box: ServedBox
      do {
        guard let reached = try await ExistingBox.of(choice) else {
          StandardError.write("\(choice.name) has no box, so nothing runs")
          return ExitStatus.succeeded
        }
        box = reached.box
      } catch RendezvousError.silent(let process?) where isNow {
        kill(process, SIGKILL)
        StandardError.write("the box (process \(process)) did not answer and was killed")
        return ExitStatus.succeeded
      }
      if AgentShell.isOne(), let refusal = box.situation.actions.compactMap(AgentShell.refusalToEnd).first {
        StandardError.write(refusal)
        return ExitStatus.refused
      }
      let running = box.situation.actions.filter(\.isRunning).map(\.id)
      if !running.isEmpty, !isNow { StandardError.write("waiting for \(running.inWords)") }
      await withCheckedContinuation { ended in
        box.onEnd = { _ in ended.resume() }
        box.stop(now: isNow)
      }
      return BoxLine.code(after: box)
    }
  }
}

/// Cancels the runs of an action in the box of its board.
struct CancelAction: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel all runs of an action and wait for their end.")

  @Argument(help: "The name of the action in the board.", completion: Completions.actions)
  var action: String

  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let definition = try Opening.load(choice)
    let id = try Opening.checked { () throws(RunPlan.Mistake) in
      try RunPlan.action(action, on: definition).id
    }
    ExistingBox.runCommand {
      let box = try await ExistingBox.of(choice, as: "cancel")?.box
      guard let box, box.situation[id]?.isRunning == true else {
        StandardError.write(box?.situation[id]?.refusalOfCancel ?? "\(id) is not running")
        return ExitStatus.refused
      }
      if AgentShell.isOne(), let refusal = box.situation[id].flatMap(AgentShell.refusalToEnd) {
        StandardError.write(refusal)
        return ExitStatus.refused
      }
      await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
        var hasEnded = false
        box.onChange = {
          guard !hasEnded, box.situation[id]?.isRunning != true || box.end != nil else { return }
          hasEnded = true
          ended.resume()
        }
        box.cancel(.action(id))
      }
      return BoxLine.code(after: box)
    }
  }
}

/// Removes errors from the banner of all panels.
struct DismissErrors: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Dismiss the current error of a board, or that of an action.")

  @Argument(help: "The action whose error is dismissed; by default the most important error.")
  var action: String?

  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let action = action
    ExistingBox.runCommand {
      let box = try await ExistingBox.of(choice)?.box
      let problem = box?.situation.problems.first { action == nil || $0.action == action }
      guard let box, let problem else {
        StandardError.write(action.map { "\($0) has no error" } ?? "there is no error to dismiss")
        return ExitStatus.refused
      }
      await withCheckedContinuation { (gone: CheckedContinuation<Void, Never>) in
        var isGone = false
        box.onChange = {
          guard !isGone, !box.situation.problems.contains(where: { $0.id == problem.id }) || box.end != nil
          else { return }
          isGone = true
          gone.resume()
        }
        box.dismiss(problem.id)
      }
      return BoxLine.code(after: box)
    }
  }
}

extension ActionStatus {
  /// Why a run of another machine cannot be cancelled here; nil if there is none.
  fileprivate var refusalOfCancel: String? {
    runElsewhere.map { run in
      run.lostSince == nil
        ? "\(id) runs on \(run.place): cancel it there, or take it over once it is lost"
        : "\(id) may be running on \(run.place), which does not respond: take it over once it has ended"
    }
  }
}
