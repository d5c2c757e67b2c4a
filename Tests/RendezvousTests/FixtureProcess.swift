import Foundation
import PseudoTerminal
import TestSupport

/// A process of `ElectionFixture`. It is killed at the end of the test.
final class FixtureProcess: Sendable {
  let identifier: Int32
  private let output: Recorded<Data>
  private let ends = Recorded<Int32>()

  /// - Parameter limit: The limit on its descriptors.
  init(_ place: Place, _ arguments: [String], limit: Int = 256) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      [
        "-c", "ulimit -n \(limit); exec \"$@\"", "sh", BuiltProducts.path(of: "ElectionFixture"),
        place.scratch.path,
      ]
      + arguments
    let (pipe, output, ends) = (Pipe(), Recorded<Data>(), ends)
    self.output = output
    process.standardOutput = pipe
    process.terminationHandler = { ends.append($0.terminationStatus) }
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil } else { output.append(data) }
    }
    try process.run()
    identifier = process.processIdentifier
  }

  deinit { if !hasEnded { kill(identifier, SIGKILL) } }

  var hasEnded: Bool { !ends.values.isEmpty }

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
