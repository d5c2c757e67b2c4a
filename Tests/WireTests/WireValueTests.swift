import Board
import Boundary
import Fuzzing
import Processes
import TestSupport
import Testing

@testable import Wire

/// Single values in JSON.
@Suite(.timeLimit(.minutes(15))) struct WireValueTests {
  private func json(_ value: some WireValue) -> String {
    var json: [UInt8] = []
    value.write(to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  private func read<Value: WireValue>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try Value(JSONParser.parse(text.utf8))
  }

  @Test func `every value is read as it was written`() throws {
    for seed in Seeds(500) {
      var random = SeededGenerator(seed: seed)
      let (action, line, run) = (random.action("a"), random.line(), random.run())
      try expectEqual(read(json(action)), action, "seed \(seed)")
      try expectEqual(read(json(line)), line, "seed \(seed)")
      try expectEqual(read(json(run)), run, "seed \(seed)")
    }
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.seconds(12), "12"), (.milliseconds(1_500), "1.5"),
    (.nanoseconds(1), "0.000000001"),
    (.milliseconds(-500), "-0.5"), (.seconds(-3), "-3"), (.nanoseconds(-1_000_000_001), "-1.000000001"),
  ])
  func `a duration is seconds`(duration: Duration, text: String) throws {
    #expect(json(duration) == text)
    try expectEqual(read(text), duration)
  }

  @Test(arguments: [
    "-9223372036854775808", "9223372036854775807", "99999999999999999999", "1e5", "1.5e300", "\"1\"", "null",
  ])
  func `a duration that is out of range or has another form is refused`(text: String) {
    #expect(throws: WireError("expected seconds")) { try read(text, as: Duration.self) }
  }

  @Test func `digits beyond nanoseconds are ignored`() throws {
    try expectEqual(read("0.0000000019999999999999999999"), Duration.nanoseconds(1))
  }

  @Test(arguments: ["1e999", "-1e999", "\"1\"", "true"])
  func `a number that is none is refused`(text: String) {
    #expect(throws: WireError("expected a number")) { try read(text, as: Double.self) }
  }

  @Test func `inputs with names are an object in their order, and one without a name is a text`() throws {
    let named = InputValues.named([.init("b", "1"), .init("a", "x=\"y")])
    #expect(json(named) == #"{"b":"1","a":"x=\"y"}"#)
    try expectEqual(read(#"{"b":"1","a":"x=\"y"}"#), named)
    #expect(json(InputValues.text("1.2")) == #""1.2""#)
    try expectEqual(read(#""1.2""#), InputValues.text("1.2"))
  }

  @Test(arguments: [#"{"a":"1","a":"2"}"#, #"{"a":1}"#, #"{"a":null}"#, "1", "[\"a\"]"])
  func `a name that is there twice, and what is no text, is refused`(text: String) {
    #expect(throws: WireError.self) { try read(text, as: InputValues.self) }
  }

  @Test func `null is no value`() throws {
    try expectEqual(read("null"), Int?.none)
    #expect(json(String?.none) == "null")
  }

  @Test func `characters that a terminal interprets are escaped`() {
    #expect(json("\u{1B}[2J\u{9B}\u{2028}\n\"\\") == #""\u001b[2J\u009b\u2028\n\"\\""#)
  }
}
