#if os(Linux)
import Programs
import Synchronization
import TestSupport
import Testing

@testable import Processes

/// What the processes of real commands use.
@Suite(.timeLimit(.minutes(15))) struct ProcessUsageTests {
  private let runner = CommandRunner(
    gracePeriod: .milliseconds(50), outputLimit: .milliseconds(300), groups: ProcessGroups(capacity: 16))

  /// Runs a script until it has printed a line, and returns what its processes use then.
  private func usage(of script: String) async -> ProcessUsage? {
    let process = Mutex<Int32>(0)
    let usage = Mutex<ProcessUsage??>(nil)
    let (lines, printed) = AsyncStream.makeStream(of: Void.self)
    let run = Task { [runner] in
      await runner.run(
        .shell(script), onStart: { number in process.withLock { $0 = number } },
        onLines: { _ in
          // The processes of a later line may be about to end.
          usage.withLock { $0 = $0 ?? .some(ProcessUsage.of([process.withLock { $0 }])) }
          printed.yield()
        })
    }
    for await _ in lines { break }
    run.cancel()
    _ = await run.value
    return usage.withLock { $0 ?? nil }
  }

  @Test func `all processes of a command count`() async {
    let usage = await usage(of: "sleep 60 & sleep 60 & echo ready; wait")
    #expect(usage?.count == 3)
    #expect((usage?.memory ?? 0) > 300_000)
  }

  @Test func `processes in other groups of its session count`() async {
    let usage = await usage(of: #"exec bash -c 'set -m; sleep 60 & trap "kill $!" TERM; echo ready; wait'"#)
    #expect(usage?.count == 2)
  }

  @Test func `processor time is that of work`() async {
    let work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done; exec sleep 60"
    let usage = await usage(of: work)
    #expect((usage?.processorTime ?? .zero) >= .milliseconds(20))
  }

  @Test func `without processes nothing is known`() {
    #expect(ProcessUsage.of([]) == nil)
  }
}
#endif
