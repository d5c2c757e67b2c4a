import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct FieldReaderTests {
  private struct Lamp: Equatable {
    var colour: String?
    var watts: Int?
  }

  private let reader = ValueReader<Lamp>.mapping("lamp") { fields in
    let colour = fields.require("colour", .text, "its colour", example: "red")
    let watts = fields.read(
      "watts", .count(1...9), "its power", default: "`5`", requires: ["colour", "tint"],
      excludes: ["candle": "a candle has no power"])
    _ = fields.read("candle", .truth, "whether it burns", default: "`false`")
    return Lamp(colour: colour, watts: watts)
  }

  /// The lamp in a text, or the mistakes.
  private func read(_ text: String) -> (Lamp?, [String]) {
    let report = Report(SourceText(file: "lamp.yml", kind: "lamp", text: text))
    let lamp = YAMLReader.read(report).flatMap {
      reader.read(Field(name: "a lamp", node: $0, report: report))
    }
    return (
      lamp, report.diagnostics.map { [$0.message, $0.hint].compactMap(\.self).joined(separator: " | ") }
    )
  }

  @Test func `options are read`() {
    let (lamp, mistakes) = read("{colour: red, watts: 3}")

    #expect(lamp == Lamp(colour: "red", watts: 3))
    #expect(mistakes == [])
  }

  @Test func `an unknown key that stands there twice is reported once, besides the repetition`() {
    #expect(
      read("{colour: red, size: 3, size: 4}").1 == [
        "unknown key `size` | known keys: `colour`, `watts`, `candle`",
        "duplicate key `size`; the first is in column 15",
      ])
  }

  @Test func `of a key that stands there twice, the first counts`() {
    #expect(read("{colour: red, colour: blue}").0?.colour == "red")
  }

  @Test(arguments: [
    ("{}", "a lamp needs `colour`"),
    ("{colour: red, wats: 3}", "unknown key `wats` | did you mean `watts`?"),
    ("{colour: red, size: 3}", "unknown key `size` | known keys: `colour`, `watts`, `candle`"),
    (
      "{colour: red, watts: 3, candle: true}",
      "`watts` cannot be combined with `candle`: a candle has no power"
    ),
    ("{colour: red, watts: 30}", "`watts` must be a whole number from 1 to 9, not `30`"),
    ("{colour: }", "`colour` must be text, but it has no value"),
    ("[red]", "a lamp must be a mapping, not a list"),
  ])
  func `mistakes are reported`(text: String, mistake: String) {
    #expect(read(text).1 == [mistake])
  }

  @Test func `an option can require one of several others`() {
    #expect(read("{watts: 3}").1 == ["a lamp needs `colour`", "`watts` requires `colour` or `tint`"])
  }

  @Test func `the schema is collected from the same calls`() {
    guard case .mapping(let schema) = reader.schema().shape else {
      Issue.record("the schema is not a mapping")
      return
    }

    #expect(schema.name == "lamp")
    #expect(schema.options.map(\.key) == ["colour", "watts", "candle"])
    #expect(schema.options.map(\.isRequired) == [true, false, false])
    #expect(schema.options.map(\.fallback) == [nil, "`5`", "`false`"])
    #expect(schema.options.map(\.value.type) == ["text", "number from 1 to 9", "`true`, `false`"])
    #expect(schema.options[1].meaning == "its power; only with `colour` or `tint`; not with `candle`")
    #expect(schema.options[0].example == "red")
  }
}
