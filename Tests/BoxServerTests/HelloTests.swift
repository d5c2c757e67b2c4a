import Boundary
import BoxServer
import Jobs
import LoopbackBox
import Processes
import Testing
import Wire

/// The first requests of a connection.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct HelloTests {
  private static let build = "  build: { simulate: { duration: 2s } }"

  @Test func `a hello is answered with the box and what it does`() throws {
    let box = try VirtualBox(Self.build)
    box.attach(.panel).start("build")
    let frontEnd = box.attach(.other)
    guard case .hello(let hello) = frontEnd.events.first else {
      Issue.record("no hello")
      return
    }
    #expect(hello.version == Wire.version)
    #expect((hello.pid, hello.board) == (4711, "/home/me/test.yml"))
    #expect((hello.running, hello.panels) == (1, 1))
  }

  @Test(arguments: [
    Request.follow(.init()), .look(.init()), .lines(.init()), .start(.init()), .cancel(.init()),
    .enter(.init()), .resize(.init()), .exit(.init()), .dismiss(.init()), .repeats, .why(.init()),
    .leave(.init()),
  ])
  func `a request before the hello ends the connection`(request: Request) throws {
    let box = try VirtualBox(Self.build)
    let frontEnd = box.connect()
    frontEnd.send(request)
    #expect(frontEnd.refusals == ["expected a hello first"])
    #expect(frontEnd.line.isFinished)
  }

  @Test func `another version is refused with one sentence`() throws {
    let box = try VirtualBox(Self.build)
    // A box that is in use.
    let other = box.attach(.panel)
    let frontEnd = box.connect()
    frontEnd.send(#"{"request":"hello","version":99,"kind":"panel"}"#)
    #expect(
      frontEnd.refusals == [
        "this box speaks version 7 of the protocol and the front end version 99: "
          + "stop the box when nothing runs (signalbox stop), then try again"
      ])
    #expect(frontEnd.line.isFinished)
    #expect(box.host.introduction.panels == 1)
    withExtendedLifetime(other) {}
  }

  /// Version 3 knew no agents, and so there may be kinds that this version does not know.
  @Test(arguments: [#""kind":"robot""#, #""kind":7"#, #""name":["a"]"#, #""read_only":"yes""#])
  func `another version is refused as such, whatever else it says`(field: String) throws {
    let box = try VirtualBox(Self.build)
    let frontEnd = box.connect()
    frontEnd.send(#"{"request":"hello","version":99,\#(field)}"#)
    #expect(frontEnd.refusals.first?.hasPrefix("this box speaks version 7 of the protocol and ") == true)
    #expect(frontEnd.refusals.count == 1 && frontEnd.line.isFinished)
    let present = box.connect()
    present.send(#"{"request":"hello","version":7,\#(field)}"#)
    #expect(present.refusals.first?.contains(": expected ") == true, "\(present.refusals)")
  }

  @Test func `a box that nothing needs makes way for another version`() throws {
    let box = try VirtualBox(Self.build)
    var isStopping = false
    box.host.onStop = { _ in isStopping = true }
    let frontEnd = box.connect()
    frontEnd.send(#"{"request":"hello","version":99,"kind":"panel"}"#)
    #expect(frontEnd.refusals.isEmpty && frontEnd.line.isFinished && isStopping)
  }

  @Test func `a box that nothing needs stays for who only looks`() throws {
    let box = try VirtualBox(Self.build)
    var isStopping = false
    box.host.onStop = { _ in isStopping = true }
    let frontEnd = box.connect()
    frontEnd.send(#"{"request":"hello","version":99,"kind":"other"}"#)
    #expect(frontEnd.refusals.count == 1 && frontEnd.line.isFinished && !isStopping)
  }

  @Test func `a front end that has not said hello is not told that the box has ended`() throws {
    let box = try VirtualBox(Self.build)
    let (early, attached) = (box.connect(), box.attach(.panel))
    box.host.dismissFrontEnds("the box has ended")
    box.advance()
    #expect(early.refusals.isEmpty && early.line.isFinished)
    #expect(attached.refusals == ["the box has ended"])
  }

  @Test func `a second hello ends the connection`() throws {
    let box = try VirtualBox(Self.build)
    let frontEnd = box.attach(.panel, isReadOnly: true)
    frontEnd.send(.hello(Request.Hello()))
    #expect(frontEnd.refusals == ["a second hello on the same connection"])
    #expect(frontEnd.line.isFinished)
  }

  @Test(arguments: ["", "{", "null", "\u{0}", #"{"request":"sing"}"#, #"{"request":"hello","kind":"king"}"#])
  func `what is no request ends the connection, and nothing else`(text: String) throws {
    let box = try VirtualBox(Self.build)
    let other = box.attach(.panel)
    let frontEnd = box.connect()
    frontEnd.send(text)
    #expect(frontEnd.refusals.count == 1)
    #expect(frontEnd.line.isFinished)
    frontEnd.send(.hello(Request.Hello()))
    #expect(frontEnd.events.count == 1)
    other.start("build")
    #expect(box.isRunning("build"))
  }

  @Test func `a context that is malformed is refused`() throws {
    let box = try VirtualBox(Self.build)
    #expect(box.attach(.panel, context: "AAAA").refusals == ["context: malformed"])
  }

  @Test func `a connection without a hello does not keep the box`() throws {
    let box = try VirtualBox(Self.build)
    let silent = box.connect()
    #expect(box.host.isIdle)
    let panel = box.attach(.panel)
    #expect(!box.host.isIdle)
    let count = box.idleCount
    panel.close()
    #expect(box.host.isIdle && box.idleCount > count)
    silent.close()
  }

  @Test func `only a front end that works keeps the box`() throws {
    let box = try VirtualBox(Self.build)
    for kind in [FrontEndKind.panel, .run, .watch] {
      let frontEnd = box.attach(kind)
      #expect(!box.host.isIdle)
      frontEnd.close()
      #expect(box.host.isIdle)
    }
    _ = box.attach(.other)
    #expect(box.host.isIdle)
  }

  @Test func `stop needs no hello`() throws {
    let box = try VirtualBox(Self.build)
    box.connect().send(#"{"request":"stop","now":true}"#)
    box.attach(.other).send(#"{"request":"stop"}"#)
    #expect(box.stops == [true, false])
  }

  @Test func `the end of the box is said to every front end`() throws {
    let box = try VirtualBox(Self.build)
    let frontEnds = [box.attach(.panel), box.attach(.run)]
    box.host.dismissFrontEnds("the box has ended")
    box.advance()
    box.advance()
    for frontEnd in frontEnds {
      #expect(frontEnd.refusals == ["the box has ended"])
      #expect(frontEnd.line.isFinished)
    }
  }
}
