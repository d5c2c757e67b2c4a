import Foundation

/// A command whose begin and end are seen from outside.
final class Stage {
  /// A command that ends as soon as it has begun.
  var shortCommand: String { "echo b > \(folder)/events" }
  private let folder: String
  private let events: Int32
  private let gate: Int32
  var command: String { "echo b > \(folder)/events; read x < \(folder)/gate; echo e > \(folder)/events" }

  init() throws {
    folder = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["events", "gate"] { mkfifo("\(folder)/\(name)", 0o600) }
    // Open at both ends, so that opening them never waits.
    events = open("\(folder)/events", O_RDWR | O_CLOEXEC)
    gate = open("\(folder)/gate", O_RDWR | O_CLOEXEC)
  }

  deinit {
    close(events)
    close(gate)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// From now until the command begins, in milliseconds.
  func timeUntilBegin() throws -> Double {
    let start = ContinuousClock.now
    return start.duration(to: try waitForBegin()) / .milliseconds(1)
  }

  @discardableResult
  func waitForBegin() throws -> ContinuousClock.Instant { try wait(for: "b") }

  /// Ends the command.
  @discardableResult
  func end() throws -> ContinuousClock.Instant {
    _ = write(gate, "x\n", 2)
    return try wait(for: "e")
  }

  private func wait(for letter: Character) throws -> ContinuousClock.Instant {
    var text = [UInt8](repeating: 0, count: 2)
    repeat {
      var entry = pollfd(fd: events, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 5_000) == 1 else { throw Silence(letter: letter) }
      _ = read(events, &text, 2)
    } while text.first != letter.asciiValue
    return .now
  }

  /// The command did not write this letter in time, perhaps because its start was refused.
  struct Silence: Error {
    let letter: Character
  }
}
