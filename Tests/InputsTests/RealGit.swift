import Foundation
import Testing

/// Runs git without the configuration of the user, and returns what it prints, cut at zero bytes.
@discardableResult
func runGit(
  _ arguments: [String], in directory: String, input: [String] = [], status: ClosedRange<Int32> = 0...0
) throws -> [String] {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["git", "-C", directory] + arguments
  process.environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": directory,
  ]
  let text = directory + ".input"
  try Data(input.joined(separator: "\0").utf8).write(to: URL(filePath: text))
  defer { try? FileManager.default.removeItem(atPath: text) }
  let output = Pipe()
  process.standardInput = try FileHandle(forReadingFrom: URL(filePath: text))
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  #expect(
    status.contains(process.terminationStatus), "git \(arguments) ended with \(process.terminationStatus)")
  return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}
