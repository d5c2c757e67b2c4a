import Board
import Boundary
import BoxClient
import BoxServer
import Foundation
import Jobs
import LoopbackBox
import Rendezvous
import TestSupport
import Testing
import Wire

/// Front ends and boxes of different versions part with the one sentence that is documented, and so do those
/// of which one sends something that is cut.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct OtherVersionTests {
  /// What a front end of version 3 sends, as the documentation of that version had it, besides its hello.
  private nonisolated static let requestsOfVersion3 = [
    #"{"request":"follow","every_change":true}"#,
    #"{"request":"repeat"}"#,
    #"{"request":"lines","actions":["build"]}"#,
    #"{"request":"start","id":1,"action":"build"}"#,
    #"{"request":"start","id":2,"action":"probe","bytes":"lines","detached":true,"begin":true}"#,
    #"{"request":"enter","id":1,"action":"build","columns":80,"rows":24}"#,
    #"{"request":"answer","id":1,"action":"build","question":3,"text":"yes"}"#,
    #"{"request":"look","output":"build","history":"build"}"#,
    #"{"request":"cancel","action":"long"}"#,
    #"{"request":"dismiss","error":7}"#,
    #"{"request":"take_over","id":8,"action":"build","reason":"it burns"}"#,
    #"{"request":"why","id":3,"action":"deploy"}"#,
    #"{"request":"find","id":5,"text":"succ"}"#,
    #"{"request":"leave"}"#,
  ]
  /// What a box of version 3 answered to a hello of this version.
  private nonisolated static let refusalOfVersion3 =
    #"{"event":"refusal","message":"this box speaks version 3 of the protocol and the front end version 7: "#
    + #"stop the box when nothing runs (signalbox stop), then try again"}"#
  private nonisolated static let actions = """
      build: { simulate: { duration: 2s } }
      long: { simulate: { duration: 1h } }
      probe: { simulate: { duration: 1s }, every: 5s }
    """

  private static func helloOfVersion3(_ kind: String) -> String {
    #"{"request":"hello","version":3,"kind":"\#(kind)","name":"docs"}"#
  }

  // MARK: A front end of version 3

  /// Sends a hello of version 3 and all requests at once, before anything is answered.
  private func sendEverything(_ kind: String, to box: VirtualBox) -> RawFrontEnd {
    let frontEnd = box.connect()
    for line in [Self.helloOfVersion3(kind)] + Self.requestsOfVersion3.dropLast() {
      frontEnd.line.send(Array(line.utf8))
    }
    frontEnd.send(Self.requestsOfVersion3.last ?? "")
    return frontEnd
  }

  @Test(arguments: ["panel", "run", "watch", "other"])
  func `a front end of version 3 that sends everything at once gets one sentence, and nothing starts`(
    kind: String
  ) throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    panel.follow()
    panel.start("long")
    let old = sendEverything(kind, to: box)
    #expect(
      old.events == [
        .refusal(
          BoxEvent.Refusal(
            "this box speaks version 7 of the protocol and the front end version 3: "
              + "stop the box when nothing runs (signalbox stop), then try again"))
      ])
    #expect(old.stateCount == 0 && old.line.isFinished)
    box.advance(by: .seconds(6))
    #expect(box.runCount("build") == 0 && box.runCount("probe") == 0)
    // The box lives on, and serves others.
    #expect(box.isRunning("long"))
    panel.start("build", id: 2)
    box.advance(by: .seconds(2))
    #expect(panel.outcomes == [2: .succeeded])
  }

  @Test(arguments: ["panel", "run", "watch"])
  func `a box that nothing needs makes way for version 3, and starts nothing before`(kind: String) throws {
    let box = try VirtualBox(Self.actions)
    var isStopping = false
    box.host.onStop = { _ in isStopping = true }
    let old = sendEverything(kind, to: box)
    #expect(old.events.isEmpty && old.stateCount == 0 && old.line.isFinished && isStopping)
    box.advance(by: .seconds(6))
    #expect(box.interlocking.running.isEmpty && box.runCount("build") == 0 && box.runCount("probe") == 0)
  }

  @Test(arguments: [#"{"request":"stop"}"#, #"{"request":"stop","now":true}"#])
  func `a front end of version 3 can stop this box`(line: String) throws {
    let box = try VirtualBox(Self.actions)
    box.connect().send(line)
    #expect(box.stops == [line.contains("now")])
  }

  // MARK: A box of version 3

  /// Says hello to a box that sends these lines and ends the connection.
  /// - Returns: Why there is no box to work with; nil if none was found.
  private func failure(_ kind: FrontEndKind, _ lines: [String]) async throws -> String? {
    let scratch = try Scratch()
    try scratch.write("", to: "board.yml")
    for name in ["home", "runtime"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + name, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
    let places = try BoxPlaces(
      BoardIdentity(path: scratch.path + "/board.yml"),
      environment: ["XDG_RUNTIME_DIR": scratch.path + "/runtime"], home: scratch.path + "/home")
    var connections: [SocketConnection] = []
    var hellos: [Request] = []
    let listener = try BoxListener(
      await BoxLock.take(places), places: places, settings: .init(refusal: []),
      onConnection: { connection in
        connections.append(connection)
        connection.onMessage = { [unowned connection] message in
          if let request = try? Request(line: message.bytes) { hellos.append(request) }
          for line in lines { connection.send(Array(line.utf8)) }
          connection.finish()
        }
        connection.resume()
      }, onTrouble: { Issue.record("\($0)") })
    defer { withExtendedLifetime((listener, connections, scratch)) {} }
    var hello = Request.Hello()
    (hello.kind, hello.name) = (kind, "docs")
    while true {
      do {
        let reached = try await BoxConnection.open(
          places, hello: hello, everyChange: true, checksPulse: false, start: nil)
        #expect(reached == nil)
        #expect(hellos.last == .hello(hello))
        return nil
      } catch let failure as BoxConnection.Failure {
        #expect(hellos.last == .hello(hello))
        return failure.description
      } catch RendezvousError.silent {
        // Other tests have kept this process busy.
      }
    }
  }

  @Test(arguments: [FrontEndKind.panel, .run, .watch, .other])
  func `what a box of version 3 says is said to the person, and nothing else`(kind: FrontEndKind) async throws
  {
    let sentence =
      "this box speaks version 3 of the protocol and the front end version 7: "
      + "stop the box when nothing runs (signalbox stop), then try again"
    try await expectEqual(failure(kind, [Self.refusalOfVersion3]), sentence)
    // What follows is not read.
    try await expectEqual(failure(kind, [Self.refusalOfVersion3, #"{"event":"left"}"#, "{"]), sentence)
  }

  @Test func `a box of version 3 that makes way is none`() async throws {
    try await expectEqual(failure(.panel, []), nil)
  }

  @Test func `an answer to hello that is cut anywhere is none`() async throws {
    let bytes = Array(Self.refusalOfVersion3.utf8)
    for end in stride(from: 1, to: bytes.count, by: 20) {
      let failure = try await failure(.panel, [String(decoding: bytes[..<end], as: UTF8.self)])
      #expect(
        failure
          == "the box has answered something else than this program expects: not JSON, from byte \(end) on")
    }
  }

  // MARK: Lines that are cut

  @Test func `a request that is cut at any byte ends its connection with one sentence, and nothing else`()
    throws
  {
    let whole = Array(
      #"{"request":"start","id":2,"action":"build","input":"a","bytes":"lines","begin":true,"terminal":false}"#
        .utf8)
    let box = try VirtualBox(Self.actions)
    for end in whole.indices {
      let panel = box.attach(.panel)
      panel.start("long")
      panel.send(String(decoding: whole[..<end], as: UTF8.self))
      #expect(panel.refusals.count == 1 && panel.line.isFinished, "\(end) bytes")
      #expect(panel.refusals.first?.contains("\n") == false && panel.refusals.first?.isEmpty == false)
    }
    #expect(box.runCount("build") == 0)
    // What was started before goes on.
    #expect(box.runCount("long") == 1 && box.isRunning("long"))
  }

  @Test func `an event that is cut at any byte ends its box once, and changes nothing`() {
    let lines = [
      #"{"event":"hello","version":7,"pid":4711,"board":"/home/me/test.yml","now":12.5}"#,
      #"{"event":"state","state":{"title":"Docs","order":["build"],"actions":[{"id":"build","runs":1}]}}"#,
      #"{"event":"why","id":1,"explanation":{"guard":"deploy.idle","needs":["deploy.idle"]}}"#,
      #"{"event":"refusal","message":"the box is stopped","farewell":true}"#,
    ]
    for line in lines.map({ Array($0.utf8) }) {
      for end in line.indices {
        let box = ServedBox(everyChange: true, now: { .zero }, line: BoxLine(send: { _, _ in }))
        var (ends, answers): ([ServedBox.End], Int) = ([], 0)
        box.onEnd = { ends.append($0) }
        box.explain("build") { if $0 == nil { answers += 1 } }
        box.receive(line[..<end])
        // The whole line comes too late.
        box.receive(line)
        #expect(ends == [.confused("not JSON, from byte \(end) on")])
        #expect(answers == 1 && box.situation == Situation(title: ""), "\(end) bytes")
      }
    }
  }
}
