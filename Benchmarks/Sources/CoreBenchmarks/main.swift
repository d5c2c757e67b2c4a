import Dispatch
import Foundation

// Locks are cheaper in a program with one thread than in a real program, so a second thread exists all the
// time.
let secondThread = DispatchSemaphore(value: 0)
DispatchQueue.global().async { secondThread.wait() }

/// The groups that the command line can name. Without names, all groups are measured. A number sets how many
/// operations of each kind `bounds` performs.
let groups: [(name: String, report: (Report) -> Void)] = [
  ("live-data", LiveDataRows.report), ("activity", ActivityRows.report), ("errors", ErrorRows.report),
  ("action", ActionRows.report), ("network", NetworkRows.report), ("memory", MemoryRows.report),
  ("bounds", BoundsRows.report),
]
let names = CommandLine.arguments.dropFirst().filter { Int($0) == nil }
if let count = CommandLine.arguments.dropFirst().compactMap({ Int($0) }).first { BoundsRows.count = count }
let report = Report()
Yardsticks.report(report)
for group in groups where names.isEmpty || names.contains(group.name) { group.report(report) }
secondThread.signal()
if BoundsRows.hasFailed { exit(1) }
