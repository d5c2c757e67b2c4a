import Testing

@testable import Exporter

@Suite(.timeLimit(.minutes(15))) struct MetricsTextTests {
  @Test func `a family has its help, its type and its samples`() {
    var text = MetricsText()
    text.family("door_open", .gauge, "Whether the door is open.") {
      $0.sample(1, [("room", "7"), ("floor", "0")])
      $0.sample(0.5)
    }
    text.family("run_seconds", .summary, "Durations.") {
      $0.sample(2.25, suffix: "_sum", [("a", "b")])
      $0.sample(3, suffix: "_count", [("a", "b")])
    }
    #expect(
      String(decoding: text.bytes, as: UTF8.self) == """
        # HELP door_open Whether the door is open.
        # TYPE door_open gauge
        door_open{room="7",floor="0"} 1
        door_open 0.5
        # HELP run_seconds Durations.
        # TYPE run_seconds summary
        run_seconds_sum{a="b"} 2.25
        run_seconds_count{a="b"} 3

        """)
  }

  @Test func `a family without samples is left out`() {
    var text = MetricsText()
    text.family("one", .gauge, "One.") { $0.sample(1) }
    let before = text.bytes
    text.family("none", .counter, "None.") { _ in }
    #expect(text.bytes == before)
  }

  @Test func `backslashes, quotes and line feeds are escaped`() {
    var text = MetricsText()
    text.family("a", .gauge, "A \\ in \"two\"\nlines.") { $0.sample(1, [("l", "a\\b\"c\"\nd é 🚂")]) }
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == "# HELP a A \\\\ in \"two\"\\nlines.\n# TYPE a gauge\na{l=\"a\\\\b\\\"c\\\"\\nd é 🚂\"} 1\n")
  }
}
