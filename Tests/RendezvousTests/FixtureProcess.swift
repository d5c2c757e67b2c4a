import Foundation
import PseudoTerminal
import TestSupport

/// A process of `ElectionFixture`. It is killed at the end of the test.
final class FixtureProcess: Sendable {
  private let program: ChildProgram
  private let output = Recorded<Data>()

  /// - Parameter limit: The limit on its descriptors.
  init(_ place: Place, _ arguments: [String], limit: Int = 256) throws {
    let pipe = Pipe()
    program = try ChildProgram(
      "/bin/sh",
      [
        "-c", "ulimit -n \(limit); exec \"$@\"", "sh", BuiltProducts.path(of: "ElectionFixture"),
        place.scratch.path,
      ] + arguments, output: .pipe(pipe))
    Thread.detachNewThread { [output] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty { output.append(data) }
    }
  }

  deinit { program.signal(SIGKILL) }

  var identifier: Int32 { program.processIdentifier }

  var hasEnded: Bool { !program.isRunning }

  /// What it has printed.
  var text: String { String(decoding: output.values.joined(), as: UTF8.self) }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Stops the process, and waits until none of its threads runs.
  @MainActor
  func stop() async throws {
    send(SIGSTOP)
    #if os(Linux)
    let directory = "/proc/\(identifier)/task"
    try await until {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      return threads.allSatisfy { thread in
        let status = (try? String(contentsOfFile: "\(directory)/\(thread)/stat", encoding: .utf8)) ?? ""
        return status.contains(") T ")
      }
    }
    #endif
  }
}
