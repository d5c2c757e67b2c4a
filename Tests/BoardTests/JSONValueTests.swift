import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct JSONValueTests {
  @Test(
    arguments: [
      ("$.done", #"{"done": 3}"#, .number(3)), ("$.done", #"  {"done": 0.5, "x": [{}]}"#, .number(0.5)),
      ("$.a.b[1]", #"{"a": {"b": [null, "x"]}}"#, .text("x")), ("$[0].ok", #"[{"ok": true}]"#, .truth(true)),
      ("$", "7", .number(7)), ("$", #""é\n""#, .text("é\n")),
    ] as [(String, String, JSONValue)])
  func `a path leads to a value`(path: String, line: String, value: JSONValue) throws {
    try expectEqual(JSONPath(path).value(in: line), value)
  }

  @Test(arguments: [
    ("$.done", ""), ("$.done", "done: 3"), ("$.done", "{done: 3}"), ("$.done", #"{"done": "#),
    ("$.done", #"{"other": 3}"#), ("$.done", #"{"done": null}"#), ("$.done", #"{"done": [3]}"#),
    ("$.done", #"[3]"#), ("$[1]", "[3]"), ("$[0]", #"{"0": 3}"#), ("$", "x"), ("$", #"{"a": 1}"#),
    ("$.done.more", #"{"done": 3}"#), ("$.done", #"{"done": 3} {}"#),
  ])
  func `a path can lead to no value`(path: String, line: String) throws {
    try expectEqual(JSONPath(path).value(in: line), nil)
  }

  @Test(
    arguments: [
      (.text("a"), "a", nil), (.text("3"), "3", 3), (.number(3), "3", 3), (.number(0.25), "0.25", 0.25),
      (.number(1e300), "1e+300", 1e300), (.truth(false), "false", nil),
    ] as [(JSONValue, String, Double?)])
  func `values have a description and a number`(value: JSONValue, shown: String, number: Double?) {
    #expect(value.description == shown)
    #expect(value.number == number)
  }
}
