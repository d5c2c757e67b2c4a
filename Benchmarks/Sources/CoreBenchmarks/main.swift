import Dispatch
import Foundation

// A program with one thread has cheaper locks than any real one, so there is a second thread all the time.
let secondThread = DispatchSemaphore(value: 0)
DispatchQueue.global().async { secondThread.wait() }

/// What can be named on the command line; all of it without names.
let groups: [(name: String, report: (Report) -> Void)] = [
  ("live-data", LiveDataRows.report), ("activity", ActivityRows.report), ("errors", ErrorRows.report),
  ("action", ActionRows.report), ("network", NetworkRows.report), ("memory", MemoryRows.report),
  ("bounds", BoundsRows.report),
]
let names = CommandLine.arguments.dropFirst()
let report = Report(lock: Yardsticks.measureLock())
Yardsticks.report(report)
for group in groups where names.isEmpty || names.contains(group.name) { group.report(report) }
secondThread.signal()
if BoundsRows.hasFailed { exit(1) }
