import Board
import Boundary
import Foundation
import Processes
import Programs
import TerminalUI
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Entering the programs of actions.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ProgramTerminalsTests {
  /// A person who enters an action of a private box.
  @MainActor
  private final class Person {
    let near: Int32
    var ticket: VisitTicket?
    private(set) var hasStarted = false
    private let ends: AsyncStream<TerminalVisit.End>

    init(_ action: String, in box: HostedBoard, name: String? = nil, size: Size = Size(width: 80, height: 24))
      throws
    {
      let channel = try TerminalChannel()
      near = channel.near
      let (ends, end) = AsyncStream<TerminalVisit.End>.makeStream()
      self.ends = ends
      var order = EnterOrder(action, channel: channel.far, size: size)
      order.clearsScreen = false
      order.onStart = { [weak self] in self?.hasStarted = true }
      order.onEnd = { end.yield($0) }
      ticket = box.enter(order, by: name)
    }

    deinit { close(near) }

    func end() async -> TerminalVisit.End? {
      for await end in ends { return end }
      return nil
    }

    func type(_ text: String) {
      Array(text.utf8).withUnsafeBytes { _ = send(near, $0.baseAddress, $0.count, Self.flags) }
    }

    /// No signal if the other end is closed.
    private static var flags: Int32 {
      #if canImport(Darwin)
      return 0
      #else
      return Int32(MSG_NOSIGNAL)
      #endif
    }

    func read(until wanted: String) async -> String {
      var text = ""
      while !text.contains(wanted) {
        let bytes = await Self.read(near)
        if bytes.isEmpty { return text }
        text += String(decoding: bytes, as: UTF8.self)
      }
      return text
    }

    /// Reads on a thread of its own.
    private static nonisolated func read(_ descriptor: Int32) async -> [UInt8] {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var buffer = [UInt8](repeating: 0, count: 4096)
          let count = recv(descriptor, &buffer, buffer.count, 0)
          continuation.resume(returning: Array(buffer.prefix(max(0, count))))
        }
      }
    }
  }

  private func box(_ actions: String) throws -> (LiveStation, HostedBoard) {
    let station = try LiveStation(actions)
    return (station, HostedBoard(station.interlocking))
  }

  @Test func `what cannot be entered says why`() async throws {
    let (_, box) = try box("  pipe: { run: echo }\n  full: { run: cat, terminal: full }\n")
    try await expectEqual(Person("pipe", in: box).end(), .refused("has no terminal that can be entered"))
    try await expectEqual(Person("full", in: box).end(), .doesNotRun)
    try await expectEqual(Person("gone", in: box).end(), .refused("is not on the board any more"))
  }

  @Test func `one who enters at once enters when the program runs, and sees what it has printed`()
    async throws
  {
    let (station, box) = try box(
      "  talk: { run: 'echo first; read line; echo \"<$line>\"', terminal: full }\n")
    async let result = station.run("talk")
    await station.wait { station.interlocking["talk"]?.moment.isRunning == true }
    let person = try Person("talk", in: box)
    person.type("hello\r")
    let shown = await person.read(until: "<hello>")
    // What was typed may be echoed before that.
    #expect(shown.contains("first\r\n"))
    await expectEqual(person.end(), .programEnded)
    #expect(person.hasStarted)
    await expectEqual(result, .succeeded)
  }

  @Test func `the lines of an earlier run are not shown`() async throws {
    let (station, box) = try box(
      "  talk: { run: 'echo run $RUN; read line', env: { RUN: '${SIGNALBOX_UNSET:-now}' }, terminal: full }\n"
    )
    for _ in 0..<2 {
      async let result = station.run("talk")
      await station.wait { station.output("talk").last == "run now" }
      let person = try Person("talk", in: box)
      await expectEqual(person.read(until: "\r\n"), "run now\r\n")
      person.type("\r")
      await expectEqual(result, .succeeded)
      station.interlocking["talk"]?.output.append([.note("between")])
    }
  }

  @Test func `one who waits for a run that never gets a program is told so`() async throws {
    let channel = try TerminalChannel()
    defer { close(channel.near) }
    let (ends, end) = AsyncStream<TerminalVisit.End>.makeStream()
    let visit = TerminalVisit(channel: channel.far, size: Size(width: 80, height: 24)) { end.yield($0) }
    let terminals = ProgramTerminals()
    terminals.enter(visit)
    terminals.runEnded()
    var first: TerminalVisit.End?
    for await end in ends {
      first = end
      break
    }
    #expect(first == .programEnded)
  }

  @Test func `one who enters between the end of the program and that of the run waits for no other run`()
    throws
  {
    let ends = Recorded<TerminalVisit.End>()
    let jobs = Recorded<Job>()
    let board = try Board.parse(
      "actions: { talk: { run: cat, terminal: full, env: { A: '${SIGNALBOX_UNSET}' } } }", file: "test.yml")
    let station = VirtualStation(board) { event in
      // The last moment of the run: it has a result, and is running.
      guard event.run.ending != nil, let job = jobs.values.first, let channel = try? TerminalChannel() else {
        return
      }
      close(channel.near)
      #expect(job.moment.isRunning)
      job.enter(
        TerminalVisit(channel: channel.far, size: Size(width: 80, height: 24), onEnd: ends.append))
    }
    jobs.append(try #require(station.interlocking["talk"]))
    station.start("talk")
    #expect(station.snapshot("talk")?.isRunning == false)
    #expect(ends.values == [.programEnded])
  }

  @Test func `the kind of terminal is that of its starter`() async throws {
    let (station, _) = try box("  show: { run: 'echo $TERM $PAGER.', terminal: full }\n")
    func run(_ environment: String...) async throws -> String? {
      let context = try ProcessContext(
        environment: (environment + ["PATH=/usr/bin:/bin"]).map { Array($0.utf8) }, umask: 0o22, nice: 0,
        limits: [])
      _ = await station.run("show", from: RunOrigin(context: context))
      return station.record("show")?.runs.value
    }
    try await expectEqual(run("TERM=xterm-kitty"), "xterm-kitty cat.")
    try await expectEqual(run("TERM=dumb"), "xterm-256color cat.")
    try await expectEqual(run(), "xterm-256color cat.")
  }

  @Test func `a shell ends at once when it is stopped`() async throws {
    let (station, box) = try box("  shell: { run: [bash, --norc, -i], terminal: full }\n")
    async let result = station.run("shell")
    await station.wait { station.interlocking["shell"]?.moment.isRunning == true }
    let person = try Person("shell", in: box)
    person.type("echo $((40+2))\r")
    _ = await person.read(until: "42")
    station.interlocking["shell"]?.cancel()
    await expectEqual(result, .cancelled)
    await expectEqual(person.end(), .programEnded)
  }
}
