#if os(Linux)
import Foundation

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
#endif
