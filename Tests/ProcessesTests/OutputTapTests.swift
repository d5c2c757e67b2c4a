import Programs
import TestSupport
import Testing

@testable import Processes

/// The bytes of a command, which are delivered besides its lines.
@Suite(.timeLimit(.minutes(15))) struct OutputTapTests {
  /// The bytes that one stream has delivered.
  private final class Stream: Sendable {
    let flow = OutputFlow()
    let chunks = Recorded<[UInt8]>()
    private let arrivals = AsyncStream<Void>.makeStream()
    /// Holds the flow when the first bytes arrive.
    private let holdsAtFirst: Bool

    init(holdsAtFirst: Bool = false) { self.holdsAtFirst = holdsAtFirst }

    var bytes: [UInt8] { chunks.values.flatMap { $0 } }
    /// How often the end was reported.
    var endCount: Int { chunks.values.count { $0.isEmpty } }
    var consumer: OutputTap.Stream {
      OutputTap.Stream(flow: flow) { [self] bytes in
        chunks.append(Array(bytes))
        if holdsAtFirst, chunks.values.count == 1 { flow.hold() }
        arrivals.continuation.yield()
      }
    }

    /// Waits for the next chunk after the last call.
    func next() async { for await _ in arrivals.stream { return } }
  }

  private let output = Stream()
  private let error = Stream()
  private let lines = Recorded<OutputLine>()
  private let waits = Recorded<OutputHolders>()

  private func run(
    _ script: String, areApart: Bool = true, gracePeriod: Duration = .seconds(20), pauses: Bool = false
  ) async -> CommandOutcome {
    var runner = CommandRunner(gracePeriod: gracePeriod, groups: ProcessGroups(capacity: 8))
    runner.pauses = pauses
    return await runner.run(
      .shell(script), tap: OutputTap(output: output.consumer, error: areApart ? error.consumer : nil),
      onWait: waits.append
    ) { for line in $0 { lines.append(line) } }
  }

  @Test func `all bytes arrive unchanged, and become lines as well`() async {
    let script = #"printf 'a\0b\377\033[31mc\r\nend'"#
    await expectEqual(run(script), .exited(0))
    #expect(output.bytes == Array("a\0b".utf8) + [0xFF] + Array("\u{1B}[31mc\r\nend".utf8))
    #expect(lines.values.map(\.text) == ["ab\u{FFFD}c", "end"])
    #expect(output.endCount == 1 && output.chunks.values.last == [])
  }

  @Test func `standard error is separate if it has a consumer`() async {
    await expectEqual(run("echo out; echo err >&2"), .exited(0))
    #expect(output.bytes == Array("out\n".utf8))
    #expect(error.bytes == Array("err\n".utf8))
    #expect(lines.values.first { $0.text == "err" }?.kind == .errorOutput)
    #expect(lines.values.first { $0.text == "out" }?.kind == .output)
    #expect(Set(lines.values.map(\.text)) == ["out", "err"])
    #expect(error.endCount == 1)
  }

  @Test func `without a consumer of standard error both streams keep their order`() async {
    await expectEqual(run("for i in 1 2 3; do echo out; echo err >&2; done", areApart: false), .exited(0))
    #expect(output.bytes == Array("out\nerr\nout\nerr\nout\nerr\n".utf8))
    #expect(error.chunks.values.isEmpty)
  }

  @Test(arguments: [true, false])
  func `nothing is read while the flow is held`(pauses: Bool) async {
    let output = Stream(holdsAtFirst: true)
    var runner = CommandRunner(groups: ProcessGroups(capacity: 8))
    runner.pauses = pauses
    let task = Task { [runner] in
      await runner.run(.arguments(["yes"]), tap: OutputTap(output: output.consumer)) { _ in }
    }
    await output.next()
    // Meanwhile another command is read from its start to its end.
    await expectEqual(runner.run(.shell("seq 100000 | tail -n 1")) { _ in }, .exited(0))
    #expect(output.chunks.values.count == 1)
    output.flow.resume()
    await output.next()
    task.cancel()
    await expectEqual(task.value, .signalled(15))
  }

  @Test func `an ended command waits for its output to be read, without a limit`() async {
    output.flow.hold()
    let task = Task { await run("echo out; echo err >&2", gracePeriod: .milliseconds(20)) }
    // Its line, and its end.
    for _ in 0..<2 { await error.next() }
    // Ten times the limit of an output that a process keeps open.
    let other = CommandRunner(groups: ProcessGroups(capacity: 1))
    await expectEqual(other.run(.shell("sleep 0.2")) { _ in }, .exited(0))
    #expect(output.chunks.values == [])
    output.flow.resume()
    await expectEqual(task.value, .exited(0))
    #expect(output.bytes == Array("out\n".utf8))
    #expect(waits.values == [])
  }

  @Test func `streams that a command closes end before the command`() async {
    await expectEqual(run("exec >&-; echo err >&2; exec 2>&-; exit 3"), .exited(3))
    #expect(output.bytes == [] && output.endCount == 1)
    #expect(error.bytes == Array("err\n".utf8))
  }
}
