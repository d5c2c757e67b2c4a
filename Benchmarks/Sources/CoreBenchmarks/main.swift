import Dispatch

// A program with one thread has cheaper locks than any real one, so there is a second thread all the time.
let secondThread = DispatchSemaphore(value: 0)
DispatchQueue.global().async { secondThread.wait() }

let report = Report(lock: Yardsticks.measureLock())
Yardsticks.report(report)
LiveDataRows.report(report)
ActivityRows.report(report)
ErrorRows.report(report)
ActionRows.report(report)
NetworkRows.report(report)
MemoryRows.report(report)
secondThread.signal()
