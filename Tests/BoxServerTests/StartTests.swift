import Board
import Boundary
import BoxServer
import Jobs
import LoopbackBox
import Processes
import Programs
import Testing
import Wire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Starts, questions, cancelling and permissions of front ends.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct StartTests {
  private static let actions = """
      build: { simulate: { duration: 2s } }
      many: { simulate: { duration: 2s }, while-running: concurrent }
      deploy: { simulate: { duration: 1s }, enabled-if: build.succeeded }
      drop: { simulate: { duration: 1s }, confirm: Really? }
      broken: { simulate: { duration: 1s, fail-every: 1, failure: no luck } }
    """

  @Test func `a start is accepted, then its run ends`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.start("build", id: 7)
    #expect(frontEnd.answers == [7: nil])
    #expect(frontEnd.outcomes.isEmpty)
    box.advance(by: .seconds(2))
    #expect(frontEnd.outcomes == [7: .succeeded])
  }

  @Test func `the beginning of its work is told once, if that was asked for`() throws {
    let box = try VirtualBox(
      "  load: { simulate: { duration: 1s, fail-every: 1 }, retry: { attempts: 3, backoff: 1s }, while-running: queue }"
    )
    let frontEnd = box.attach(.run)
    let begun = { frontEnd.events.compactMap { if case .began(let began) = $0 { began.id } else { nil } } }
    for id in 1...3 as ClosedRange<UInt64> {
      var start = Request.Start()
      (start.id, start.action, start.tellsBegin) = (id, "load", id != 2)
      frontEnd.send(.start(start))
    }
    box.advance(by: .milliseconds(500))
    #expect(begun() == [1])
    box.advance(by: .seconds(60))
    #expect(begun() == [1, 3])
    #expect(frontEnd.outcomes.count == 3)
  }

  @Test func `a failure is sent with its message`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.start("broken")
    box.advance(by: .seconds(1))
    #expect(frontEnd.outcomes == [1: .failed(RunFailure(.other, "no luck"))])
  }

  @Test func `the situation in which a run has ended comes before its end`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.follow(everyChange: false)
    frontEnd.start("build")
    var isRunning: [Bool?] = []
    let receive = frontEnd.line.onMessage
    frontEnd.line.onMessage = { message in
      receive(message)
      if case .ended? = try? BoxEvent.read(message) {
        isRunning.append(frontEnd.situation["build"]?.isRunning)
      }
    }
    box.advance(by: .seconds(2))
    #expect(isRunning == [false])
  }

  @Test func `guards hold for all front ends`() throws {
    let box = try VirtualBox(Self.actions)
    let (panel, run) = (box.attach(.panel), box.attach(.run))
    run.start("deploy")
    #expect(run.answers == [1: "needs build.succeeded"])
    panel.start("build")
    run.start("build", id: 2)
    #expect(run.answers[2] == "is running")
    box.advance(by: .seconds(2))
    run.start("deploy", id: 3)
    #expect(run.answers[3] == .some(nil))
  }

  @Test func `a start is never carried out twice`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.start("many", id: 1)
    frontEnd.start("many", id: 1)
    #expect(box.runCount("many") == 1)
    #expect(frontEnd.answers == [1: "a start with the number 1 has not ended"])
    box.advance(by: .seconds(2))
    #expect(frontEnd.outcomes == [1: .succeeded])
    #expect(frontEnd.events.count { if case .ended = $0 { true } else { false } } == 1)
  }

  @Test func `the number of a refused start can be used again`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.start("deploy", id: 1)
    frontEnd.start("build", id: 1)
    #expect(frontEnd.answers == [1: nil])
  }

  @Test func `an unknown action is refused`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.run)
    frontEnd.start("nonsense")
    #expect(frontEnd.answers[1]??.isEmpty == false)
    #expect(!frontEnd.line.isFinished)
  }

  // MARK: Questions

  @Test func `a question must be answered, and it must be the present one`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.panel)
    frontEnd.start("drop", id: 1)
    frontEnd.start("drop", id: 2, confirmed: "Really? (an earlier version)")
    #expect(box.runCount("drop") == 0)
    #expect(
      frontEnd.answers == [
        1: #"it asks "Really?", which was not confirmed"#,
        2: #"it asks "Really?" now, and something else was confirmed"#,
      ])
    frontEnd.start("drop", id: 3, confirmed: "Really?")
    #expect(box.runCount("drop") == 1)
  }

  // MARK: Boards

  @Test func `a start names the board that its front end has read`() throws {
    let box = try VirtualBox(Self.actions)
    var digests: [String] = []
    box.host.reread = { digest, onEnd in
      digests.append(digest)
      onEnd(digest == "bad" ? "the board has mistakes" : nil)
    }
    let frontEnd = box.attach(.run)
    for (id, digest) in [(1, "bad"), (2, "good")] as [(UInt64, String)] {
      var start = Request.Start()
      (start.id, start.action, start.board) = (id, "build", digest)
      frontEnd.send(.start(start))
    }
    frontEnd.start("many", id: 3)
    #expect(digests == ["bad", "good"])
    #expect(frontEnd.answers == [1: "the board has mistakes", 2: nil, 3: nil])
  }

  @Test func `a connection whose board is being read waits, and no other one`() throws {
    let box = try VirtualBox(Self.actions)
    var ends: [String: @MainActor (String?) -> Void] = [:]
    box.host.reread = { ends[$0] = $1 }
    let (waiting, other) = (box.attach(.run), box.attach(.run))
    var start = Request.Start()
    (start.id, start.action, start.board) = (1, "build", "new")
    waiting.send(.start(start))
    waiting.start("many", id: 2)
    other.start("many", id: 3)
    #expect(waiting.answers == [:])
    #expect(other.answers == [3: nil])
    #expect(box.runCount("build") == 0)
    ends["new"]?(nil)
    box.advance()
    #expect(waiting.answers == [1: nil, 2: nil])
    #expect(box.runCount("build") == 1)
    (start.id, start.board) = (4, "bad")
    waiting.send(.start(start))
    #expect(waiting.answers.count == 2)
    ends["bad"]?("the board has mistakes")
    box.advance()
    #expect(waiting.answers[4] == "the board has mistakes")
  }

  @Test func `the descriptors of a start whose front end has gone are closed`() throws {
    let box = try VirtualBox(Self.actions)
    var end: (@MainActor (String?) -> Void)?
    box.host.reread = { end = $1 }
    let waiting = box.attach(.run)
    var pipe: [Int32] = [0, 0]
    #expect(systemPipe(&pipe) == 0)
    defer { close(pipe[0]) }
    var start = Request.Start()
    (start.id, start.action, start.board, start.bytes) = (1, "build", "new", .descriptors)
    waiting.send(.start(start), descriptors: [pipe[1]])
    close(pipe[1])
    waiting.close()
    end?(nil)
    box.advance()
    #expect(box.runCount("build") == 0)
    var byte: UInt8 = 0
    _ = fcntl(pipe[0], F_SETFL, O_NONBLOCK)
    #expect(read(pipe[0], &byte, 1) == 0, "the other end is still open")
  }

  @Test func `what is said of a run comes after its bytes, if both go to one file`() async throws {
    let box = try VirtualBox("  greet: { run: echo hello }")
    let frontEnd = box.attach(.run)
    frontEnd.followLines(onlyRemarks: true)
    var pipe: [Int32] = [0, 0]
    #expect(systemPipe(&pipe) == 0)
    defer { close(pipe[0]) }
    // There is no room for a byte.
    for end in pipe { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var fillers = 0
    while write(pipe[1], "-", 1) == 1 { fillers += 1 }
    _ = fcntl(pipe[1], F_SETFL, 0)
    var start = Request.Start()
    (start.id, start.action, start.bytes) = (1, "greet", .descriptors)
    frontEnd.send(.start(start), descriptors: [pipe[1]])
    close(pipe[1])
    /// Lets the box go on until the condition holds.
    func wait(until condition: () -> Bool) async {
      while !condition(), !Task.isCancelled {
        box.advance(by: .milliseconds(1))
        await Task.yield()
      }
    }
    await wait { box.interlocking["greet"]?.output.snapshot().contains { $0.text == "hello" } == true }
    box.print([.note("a remark")], by: "greet")
    box.advance()
    #expect(!frontEnd.lines.contains { $0.text == "a remark" })
    #expect(frontEnd.outcomes.isEmpty)
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    await wait {
      let length = read(pipe[0], &part, part.count)
      bytes += part.prefix(max(0, length))
      // The box closes its end when it has written everything.
      return length == 0
    }
    #expect(String(decoding: bytes.dropFirst(fillers), as: UTF8.self) == "hello\n")
    await wait { !frontEnd.outcomes.isEmpty }
    let remark = frontEnd.events.firstIndex { event in
      if case .lines(let lines) = event { lines.lines.contains { $0.text == "a remark" } } else { false }
    }
    let end = frontEnd.events.firstIndex { if case .ended = $0 { true } else { false } }
    #expect(try #require(remark) < #require(end))
  }

  // MARK: Read-only

  @Test func `a read-only front end changes nothing`() throws {
    let box = try VirtualBox(Self.actions + "\n  probe: { simulate: { duration: 1s }, every: 5s }")
    let (reader, panel) = (box.attach(.panel, isReadOnly: true), box.attach(.panel))
    panel.start("broken")
    box.advance(by: .seconds(1))
    panel.start("build", id: 2)
    reader.follow()
    reader.start("many")
    #expect(reader.answers == [1: "this front end is read-only"])
    reader.cancel(action: "build")
    var dismiss = Request.Dismiss()
    dismiss.error = try #require(reader.situation.problems.first).id
    reader.send(.dismiss(dismiss))
    reader.send(.repeats)
    reader.send(.stop(.init()))
    box.advance(by: .seconds(1))
    #expect(box.runCount("many") == 0)
    #expect(box.isRunning("build"))
    #expect(reader.situation.problems.count == 1)
    #expect(box.runCount("probe") == 0)
    #expect(box.stops.isEmpty)
    #expect(!reader.line.isFinished)
  }

  // MARK: Cancelling

  @Test func `cancelling a start ends its run only`() throws {
    let box = try VirtualBox(Self.actions)
    let (one, other) = (box.attach(.run), box.attach(.run))
    one.start("many", id: 1)
    one.start("many", id: 2)
    other.start("many", id: 1)
    one.cancel(start: 1)
    box.advance(by: .seconds(2))
    #expect(one.outcomes == [1: .cancelled, 2: .succeeded])
    #expect(other.outcomes == [1: .succeeded])
  }

  @Test func `the start of another connection cannot be cancelled by its number`() throws {
    let box = try VirtualBox(Self.actions)
    let (one, other) = (box.attach(.run), box.attach(.run))
    one.start("build", id: 1)
    other.cancel(start: 1)
    #expect(box.isRunning("build"))
  }

  @Test func `cancelling an action ends all of its runs`() throws {
    let box = try VirtualBox(Self.actions)
    let (one, panel) = (box.attach(.run), box.attach(.panel))
    one.start("many", id: 1)
    panel.start("many", id: 1)
    panel.cancel(action: "many")
    box.advance()
    #expect(one.outcomes == [1: .cancelled])
    #expect(panel.outcomes == [1: .cancelled])
  }

  @Test func `an error is dismissed`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.panel)
    frontEnd.follow()
    frontEnd.start("broken")
    box.advance(by: .seconds(1))
    var dismiss = Request.Dismiss()
    dismiss.error = try #require(frontEnd.situation.problems.first).id
    frontEnd.send(.dismiss(dismiss))
    #expect(frontEnd.situation.problems.isEmpty)
  }

  // MARK: Reasons

  @Test func `why explains the guard`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    for (id, action) in [(1, "deploy"), (2, "nonsense")] as [(UInt64, String)] {
      var why = Request.Why()
      (why.id, why.action) = (id, action)
      frontEnd.send(.why(why))
    }
    let explanations = frontEnd.events.compactMap {
      if case .explanation(let explained) = $0 { explained } else { nil }
    }
    #expect(explanations.map(\.id) == [1, 2])
    #expect(explanations.first?.explanation == box.interlocking.why("deploy"))
    #expect(explanations.first?.explanation?.refusal == "needs build.succeeded")
    #expect(explanations.last?.explanation == .none)
  }
}

/// `pipe(2)`
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
