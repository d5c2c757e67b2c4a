import Foundation
import PseudoTerminal
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A real program with a keeper and commands, to be killed.
final class HeldProgram: Sendable {
  static let path = BuiltProducts.path(of: "KeeperFixture")

  let process: Int32
  /// The process of its keeper.
  let keeper: Int32
  /// The end of all its commands.
  let lifeline: Lifeline
  let journal: String
  let lock: String

  private let end: Task<CommandOutcome, Never>
  private let scratch: Scratch

  /// Starts the program, and waits until its commands run.
  init(commands: Int, mode: String = "commands") async throws {
    scratch = try Scratch()
    lifeline = try Lifeline()
    (journal, lock) = (scratch.path + "/groups", scratch.path + "/lock")
    let recorder = CommandRecorder()
    let script = "echo $$; exec \"$0\" \"$@\""
    let arguments = [
      "sh", "-c", script, Self.path, mode, "\(commands)", lifeline.path, journal, lock,
    ]
    end = Task {
      await CommandRunner(groups: ProcessGroups(capacity: 1))
        .run(.arguments(arguments), onLines: recorder.receive)
    }
    process = try #require(Int32(await recorder.line { _ in true }))
    let ready = await recorder.line { $0.hasPrefix("ready ") }
    keeper = try #require(Int32(ready.dropFirst(6)))
  }

  /// Kills the processes in this order, and waits for the end of the program, which is one of them.
  func kill(_ processes: Int32...) async {
    // The program must not replace a keeper that has ended before it.
    for process in processes { sendStop(to: process) }
    for process in processes { sendKill(to: process) }
    _ = await end.value
  }

  /// Whether another process could take the lock now.
  var isLocked: Bool {
    let file = open(lock, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0
  }

  /// Waits, in a thread of its own, until no process has the lock.
  func untilUnlocked() async {
    await withCheckedContinuation { continuation in
      Thread { [lock] in
        let file = open(lock, O_RDONLY | O_CLOEXEC)
        flock(file, LOCK_EX)
        close(file)
        continuation.resume()
      }.start()
    }
  }
}

private func sendKill(to process: Int32) { kill(process, SIGKILL) }

/// Stops a process. A method of the same name would hide the system call.
private func sendStop(to process: Int32) { kill(process, SIGSTOP) }
