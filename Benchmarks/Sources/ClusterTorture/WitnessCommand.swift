import Foundation
import Glibc

/// The command of all actions, and the witness: it holds locks that no command beside it may hold, and writes
/// down when it begins and ends, and what it finds.
enum WitnessCommand {
  static func run(_ name: String, in folder: String) -> Never {
    let environment = ProcessInfo.processInfo.environment
    guard let action = TortureBoard.actions.first(where: { $0.name == name }),
      let run = environment["SIGNALBOX_RUN"], let fence = environment["SIGNALBOX_FENCE"],
      let input = environment["INPUT"]
    else { exit(64) }
    // The number of the press, how long it takes in milliseconds, and whether it succeeds.
    let words = input.split(separator: " ")
    guard words.count == 3, let time = UInt32(words[1]) else { exit(64) }
    guard lock("\(folder)/run-\(run)", LOCK_EX) else { exit(65) }

    var isAlone = action.locks.allSatisfy { lock("\(folder)/\($0.file)", $0.isShared ? LOCK_SH : LOCK_EX) }
    if !action.slots.isEmpty, !action.slots.contains(where: { lock("\(folder)/\($0)", LOCK_EX) }) {
      isAlone = false
    }
    if !isAlone { append("\(Moment.now) \(name) \(run) \(fence)\n", to: "\(folder)/violations") }
    append("begin \(Moment.now) \(name) \(run) \(fence) \(words[0])\n", to: "\(folder)/log")
    usleep(time * 1_000)
    append("end \(Moment.now) \(name) \(run) \(fence) \(words[0])\n", to: "\(folder)/log")
    exit(words[2] == "succeeds" ? 0 : 1)
  }

  /// Holds the lock until the end of this process.
  private static func lock(_ path: String, _ kind: Int32) -> Bool {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0, flock(descriptor, kind | LOCK_NB) == 0 { return true }
    close(descriptor)
    return false
  }

  /// In one call, so that lines of several processes do not mix.
  private static func append(_ line: String, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { exit(65) }
    _ = Array(line.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }
}

/// What the commands have written down.
struct Witness {
  struct Record {
    var action: String
    var press: Int
    var fence: Int64
    var begin: Int64
    var end: Int64?
  }

  let folder: String

  /// By the name of the run.
  var records: [String: Record] {
    var records: [String: Record] = [:]
    for line in lines("log") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 6, let time = Int64(words[1]), let fence = Int64(words[4]),
        let press = Int(words[5])
      else { continue }
      if words[0] == "begin" {
        records[words[3]] = Record(action: words[2], press: press, fence: fence, begin: time)
      } else {
        records[words[3]]?.end = time
      }
    }
    return records
  }

  var violations: [String] { lines("violations") }

  /// Whether the command of a run was started, and has ended in whatever way.
  func hasEnded(_ run: String) -> Bool {
    let descriptor = open("\(folder)/run-\(run)", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  private func lines(_ file: String) -> [String] {
    let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }
}
