import Board
import Boundary
import Fuzzing
import Processes
import TestSupport
import Testing
import Wire

/// Requests and events as lines of JSON.
@Suite(.timeLimit(.minutes(15))) struct MessageTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A field that no random message sets could be forgotten on its way.
  @Test func `random messages have more than one value for each of their properties`() {
    var values: [String: Set<String>] = [:]
    func look(at value: Any) {
      let mirror = Mirror(reflecting: value)
      for child in mirror.children {
        if let label = child.label, [.struct, .class].contains(mirror.displayStyle) {
          values["\(mirror.subjectType).\(label)", default: []].insert("\(child.value)")
        }
        look(at: child.value)
      }
    }
    for seed in 0..<2_000 {
      var random = SeededGenerator(seed: UInt64(seed))
      look(at: random.request())
      look(at: random.event())
    }
    let constant = values.filter { $0.value.count < 2 }.keys.sorted()
    // Only the box itself needs to know which of several runs at a time has printed a line.
    #expect(constant == ["Values.run"])
  }

  @Test func `a request is read as it was sent`() throws {
    for seed in Seeds(3_000) {
      var random = SeededGenerator(seed: seed)
      let request = random.request()
      let line = request.line
      #expect(!line.contains(10), "seed \(seed)")
      try expectEqual(Request(line: line), request, "seed \(seed)")
    }
  }

  @Test func `an event is read as it was sent`() throws {
    for seed in Seeds(3_000) {
      var random = SeededGenerator(seed: seed)
      let event = random.event()
      let line = event.line
      #expect(!line.contains(10), "seed \(seed)")
      try expectEqual(BoxEvent.read(line), event, "seed \(seed)")
    }
  }

  @Test func `the outcome of a run is read as it was sent`() throws {
    for seed in Seeds(500) {
      var random = SeededGenerator(seed: seed)
      let outcome = random.outcome()
      let event = BoxEvent.ended(BoxEvent.Ended(1, outcome))
      try expectEqual(BoxEvent.read(event.line), event, "seed \(seed): \(outcome)")
    }
  }

  @Test func `a failure says what kind it is`() throws {
    func text(_ outcome: RunOutcome) -> String {
      var json: [UInt8] = []
      outcome.write(to: &json)
      return String(decoding: json, as: UTF8.self)
    }
    let failure = RunFailure(.exitCode(3), "exit code 3")
    #expect(text(.failed(failure)) == #"{"failed":"exit code 3","exit":3}"#)
    #expect(text(.boxEnded) == #"{"lost":"the box ended"}"#)
    // As an earlier version has kept it.
    let kept = try JSONParser.parse(Array(#"{"tolerated":"exit code 3"}"#.utf8))
    try expectEqual(RunOutcome(kept), .tolerated("exit code 3"))
    let empty = try JSONParser.parse(Array("{}".utf8))
    #expect(throws: WireError.self) { try RunOutcome(empty) }
  }

  @Test func `a field with its usual value is not sent`() {
    var start = Request.Start()
    (start.id, start.action) = (1, "build")
    #expect(
      String(decoding: Request.start(start).line, as: UTF8.self)
        == #"{"request":"start","id":1,"action":"build"}"#)
  }

  @Test func `unknown fields are ignored`() throws {
    let line = #"{"request":"start","id":1,"colour":{"of":["the",{"bike":"shed"}]},"action":"build"}"#
    var start = Request.Start()
    (start.id, start.action) = (1, "build")
    try expectEqual(Request(line: bytes(line)), .start(start))
    try expectEqual(
      BoxEvent.read(bytes(#"{"event":"refusal","message":"no","code":7}"#)), .refusal(.init("no")))
  }

  @Test func `unknown events are ignored`() throws {
    try expectEqual(BoxEvent.read(bytes(#"{"event":"weather","rain":true}"#)), nil)
  }

  @Test(arguments: [
    (#"{"request":"dance"}"#, #"unknown request "dance""#),
    (#"{"event":"left"}"#, "expected a request"),
    ("[]", "expected a request"),
    ("7", "expected a request"),
    ("", "not JSON, from byte 0 on"),
    (#"{"request":"start","id":-1}"#, "id: expected a whole number"),
    (#"{"request":"start","id":1.5}"#, "id: expected a whole number"),
    (#"{"request":"start","id":99999999999999999999}"#, "id: expected a whole number"),
    (#"{"request":"start","action":null}"#, "action: expected a text"),
    (#"{"request":"start","bytes":"all"}"#, "bytes: expected a known word"),
    (#"{"request":"lines","actions":"all"}"#, "actions: expected a list"),
    (#"{"request":"hello","read_only":1}"#, "read_only: expected true or false"),
  ])
  func `a wrong request is named`(line: String, mistake: String) {
    #expect(throws: WireError(mistake)) { _ = try Request(line: bytes(line)) }
  }

  @Test func `a request without its fields has their usual values`() throws {
    try expectEqual(Request(line: bytes(#"{"request":"start"}"#)), .start(Request.Start()))
    // An unknown version differs from every known one.
    guard case .hello(let hello) = try Request(line: bytes(#"{"request":"hello"}"#)) else {
      Issue.record("no hello")
      return
    }
    #expect(hello.version == 0)
    #expect(hello.kind == .other)
  }

  @Test func `a context travels whole`() throws {
    let context = try ProcessContext.current()
    try expectEqual(ProcessContext(wire: context.wire).encoded, context.encoded)
    #expect(throws: WireError("context: expected Base64")) { try ProcessContext(wire: "?") }
    #expect(throws: WireError("context: malformed")) { try ProcessContext(wire: "AAAA") }
  }
}
