import Foundation
import TestSupport

/// Commands of the system. Nothing here blocks the main actor, on which presses are sent while a cable is
/// cut.
enum Shell {
  static func run(_ commands: String...) async throws {
    let command = commands.joined(separator: " && ")
    let outcome = await end(of: try start(command))
    guard outcome == .exited(0) else { throw Options.Mistake("\(command): \(outcome)") }
  }

  @discardableResult
  static func start(_ command: String, environment: [String: String]? = nil) throws -> ChildProgram {
    try ChildProgram("/bin/sh", ["-c", command], environment: environment)
  }

  /// What a command prints.
  static func text(_ command: String) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let pipe = Pipe()
        let program = try? ChildProgram(
          "/bin/sh", ["-c", command], output: .pipe(pipe), errors: .discarded)
        let data = program == nil ? Data() : pipe.fileHandleForReading.readDataToEndOfFile()
        program?.waitForEnd()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }

  static func end(of program: ChildProgram) async -> ChildProgram.Outcome {
    await withCheckedContinuation { continuation in
      program.whenEnded { continuation.resume(returning: $0) }
    }
  }
}
