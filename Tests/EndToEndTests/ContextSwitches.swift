#if os(Linux)
import Foundation
import PseudoTerminal
import Testing

/// How often the threads of a process went to sleep: each time is a wake-up, too.
enum ContextSwitches {
  /// The number for each thread of the process.
  static func voluntary(of process: Int32) -> [String: String] {
    let tasks = "/proc/\(process)/task"
    var switches: [String: String] = [:]
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
      let status = (try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      switches[thread] = line.map(String.init)
    }
    return switches
  }
}

/// Expects that a program on a terminal comes to rest: for two seconds it neither writes nor wakes up.
///
/// Dispatch keeps a spare thread for some seconds after the last event, and the last picture may be late on a
/// busy machine.
func expectNoWakeUps(of terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
  var writes = 0
  for _ in 0..<10 {
    let before = ContextSwitches.voluntary(of: terminal.processIdentifier)
    #expect(before != [:], sourceLocation: sourceLocation)
    let isSilent = terminal.isSilent(for: .seconds(2))
    if isSilent, ContextSwitches.voluntary(of: terminal.processIdentifier) == before { return }
    writes += isSilent ? 0 : 1
  }
  Issue.record("it kept waking up, and wrote \(writes) times", sourceLocation: sourceLocation)
}
#endif
