import Fuzzing
import TestSupport
import Testing
import Wire

/// Text of JSON, and bytes that are none.
@Suite(.timeLimit(.minutes(15))) struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONTree { try JSONParser.parse(text.utf8) }

  private func offset(of text: String) -> Int? {
    do throws(JSONParser.Mistake) {
      _ = try JSONParser.parse(text.utf8)
      return nil
    } catch {
      return error.offset
    }
  }

  @Test func `all kinds of values are read`() throws {
    let tree = try parse(" {\"a\" : [ 1 , -2.5e+3, true, false, null, \"x\" ], \"b\":{}, \"c\":[] }\r\n\t")
    #expect(
      tree["a"] == .list([.number("1"), .number("-2.5e+3"), .truth(true), .truth(false), .null, .text("x")]))
    #expect(tree["b"] == .object([]))
    #expect(tree["c"] == .list([]))
    #expect(tree["d"] == nil)
  }

  @Test func `the last of equal names counts`() throws {
    try expectEqual(parse(#"{"a":1,"a":2}"#)["a"], .number("2"))
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{a:1}", 1), ("nul", 3),
    ("nulL", 3), ("01", 2), ("-", 1), ("1.", 2), ("1e", 2), (".5", 0), ("+1", 0), ("\"", 1), ("\"a\nb\"", 2),
    (#""\x""#, 2), (#""\u12""#, 3), (#""\u+123""#, 3), (#""\u12G4""#, 3), ("1 2", 2), ("NaN", 0), ("{}}", 2),
  ])
  func `a mistake has the place from which on the text is wrong`(text: String, place: Int) {
    #expect(offset(of: text) == place)
  }

  @Test(arguments: [
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83dA""#, "\u{FFFD}A"), (#""\ud83d\n""#, "\u{FFFD}\n"),
    (#""\u0000""#, "\0"), (#""\/\b\f""#, "/\u{8}\u{C}"),
  ])
  func `escapes are characters`(text: String, expected: String) throws {
    try expectEqual(parse(text), .text(expected))
  }

  @Test func `invalid UTF-8 becomes replacement characters`() throws {
    try expectEqual(JSONParser.parse([0x22, 0xFF, 0xC3, 0x22]), .text("\u{FFFD}\u{FFFD}"))
  }

  @Test func `nesting is limited`() throws {
    let limit = 32
    _ = try parse(String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    #expect(offset(of: String(repeating: "[", count: limit + 1)) == limit)
    #expect(offset(of: String(repeating: "[", count: 1_000_000)) == limit)
    #expect(offset(of: String(repeating: "{\"a\":", count: 1_000_000)) == limit * 5)
  }

  @Test func `a huge number is text until it is read`() throws {
    let digits = String(repeating: "9", count: 100_000)
    let tree = try parse(digits)
    #expect(tree == .number(digits))
    let number: Int? = tree.integer()
    #expect(number == nil)
  }

  @Test func `random bytes never crash`() {
    for seed in Seeds(4_000) {
      var random = SeededGenerator(seed: seed)
      let bytes =
        random.oneIn(2)
        ? random.bytes(upTo: 200)
        : (0..<random.magnitude(upTo: 60)).map { _ in random.pick(Array(#"{}[]",:\u0dDfaltrsen-+.eE1 "#.utf8))
        }
      _ = try? JSONParser.parse(bytes)
      _ = try? Request(line: bytes)
      _ = try? BoxEvent.read(bytes)
    }
  }

  @Test func `a message that is cut is not read`() {
    for seed in Seeds(300) {
      var random = SeededGenerator(seed: seed)
      let line = random.request().line
      for end in line.indices where (try? Request(line: line[..<end])) != nil {
        Issue.record("seed \(seed): read \(end) of \(line.count) bytes")
      }
    }
  }

  @Test func `an event that is cut at any byte is a mistake, and no other event`() {
    var kinds: Set<String> = []
    let state = #"{"title":"Docs","order":["build"],"actions":[{"id":"build","runs":1,"value":"é\\u00e9"}]}"#
    var lines = [BoxEvent.stateLine(Array(state.utf8))]
    // Two hundred events contain each kind.
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let line = random.event().line
      // Each is read as often as it has bytes.
      if line.count < 250 { lines.append(line) }
    }
    for line in lines {
      if let kind = try? JSONParser.parse(line)["event"]?.text { kinds.insert(kind) }
      for end in line.indices {
        do throws(WireError) {
          let event = try BoxEvent.read(line[..<end])
          Issue.record(
            "\(end) bytes of \(String(decoding: line, as: UTF8.self)): \(String(describing: event))")
        } catch {
          if "\(error)".hasPrefix("not JSON, from byte ") { continue }
          Issue.record("\(end) bytes of \(String(decoding: line, as: UTF8.self)): \(error)")
        }
      }
    }
    #expect(
      kinds == [
        "hello", "state", "output", "history", "lines", "answer", "began", "ended", "entered", "exited",
        "why",
        "plan", "found", "lines-of", "holds", "notice", "left", "refusal",
      ])
  }
}
