import TestSupport
import Testing

@testable import Configuration

/// YAML is read into nodes. `YAMLMistakeTests` tests text that is not YAML.
@Suite(.timeLimit(.minutes(15))) struct YAMLReaderTests {
  @Test func `values are text`() {
    let reading = Reading("a: n\nb: 1\nc: true\nd: 'it''s'\ne: \"x\\ty\"\nf: |\n  g\n  h\n")

    #expect(reading.mistakes.isEmpty)
    #expect(reading.scalars == ["a", "n", "b", "1", "c", "true", "d", "it's", "e", "x\ty", "f", "g\nh\n"])
  }

  @Test func `indicators inside of text have no special meaning`() {
    let reading = Reading("a: b*c! *d\n'*e': '*f'\n\"!g\": \"!h\"\ni: |\n  *j\n  !k\n")

    #expect(reading.mistakes.isEmpty)
    #expect(reading.scalars == ["a", "b*c! *d", "*e", "*f", "!g", "!h", "i", "*j\n!k\n"])
  }

  @Test func `a node has a location`() {
    guard case .mapping(let entries)? = Reading("\u{FEFF}a: [日本, 'b']\r\n\"c\":\n  - d\n").node?.content,
      entries.count == 2, case .sequence(let list) = entries[0].value.content
    else {
      Issue.record("it is a mapping with a list")
      return
    }

    #expect(entries[0].value.location == TextLocation(line: 1, column: 4))
    #expect(list.map(\.location.column) == [5, 9])
    #expect(list.map(\.scalar?.range) == [4..<6, 8..<11])
    #expect(entries[1].key.location == TextLocation(line: 2, column: 1))
    #expect(entries[1].value.location == TextLocation(line: 3, column: 3))
  }

  @Test func `aliases and anchors are rejected`() {
    #expect(
      Reading("a: &x [b]\nc: *x\n").mistakes == """
        board.yml:1:4: error: a board cannot contain anchors such as `&x`
        a: &x [b]
           ^
        put text that starts with `&` in quotes
        board.yml:2:4: error: a board cannot contain aliases such as `*x`
        c: *x
           ^
        put text that starts with `*` in quotes
        """)
  }

  @Test func `tags are rejected`() {
    #expect(
      Reading("a: !!int 1\nb: !c [d]\ne: &f !g 'h'\n").messages == [
        "1:4: a board cannot contain tags such as `!!int`", "2:4: a board cannot contain tags such as `!c`",
        "3:4: a board cannot contain tags such as `!g`", "3:4: a board cannot contain anchors such as `&f`",
      ])
  }

  @Test func `a tag before a mapping is reported only once`() {
    #expect(
      Reading("a: !b {c: d}\ne: !f\n  g: h\n").messages == [
        "1:4: a board cannot contain tags such as `!b`", "2:4: a board cannot contain tags such as `!f`",
      ])
  }

  @Test func `merge keys are rejected, each once`() {
    #expect(
      Reading("a: {<<: *x, b: c}\nd:\n  <<: [*x, *y]\n'<<': e\n").mistakes == """
        board.yml:1:5: error: a board cannot contain merge keys
        a: {<<: *x, b: c}
            ^
        write the merged keys here
        board.yml:3:3: error: a board cannot contain merge keys
          <<: [*x, *y]
          ^
        write the merged keys here
        """)
  }

  /// YAML reads a guard that starts with `!` as a tag.
  @Test(arguments: [
    "!b.running", "! b.running", "!b.running && c.succeeded", "!b.running || c.succeeded",
    "!(b.idle || c.idle)",
    "! b.running && !c.running",
  ])
  func `a guard that begins with an exclamation mark must be quoted`(text: String) {
    let reading = Reading("a: \(text)\nd: e\n")

    #expect(
      reading.mistakes == """
        board.yml:1:4: error: text that starts with `!` must be in quotes: YAML reads it as a tag
        a: \(text)
           ^
        write '\(text)'
        """)
    #expect(reading.scalars == ["a", text, "d", "e"])
  }

  @Test func `all text that must be quoted is reported`() {
    let reading = Reading(
      """
      a: !b && c
      d: [!e.f, *.txt, "g", @h]
      i: && j
      k: {l: !m || n}
      o: `p`
      q: %r

      """)

    #expect(
      reading.messages == [
        "1:4: text that starts with `!` must be in quotes: YAML reads it as a tag",
        "2:5: text that starts with `!` must be in quotes: YAML reads it as a tag",
        "2:11: text cannot start with `*`",
        "2:23: text cannot start with `@`",
        "3:4: text cannot start with `&`",
        "4:8: text that starts with `!` must be in quotes: YAML reads it as a tag",
        "5:4: text cannot start with ```",
        "6:4: text cannot start with `%`",
      ])
  }

  @Test(.slow) func `the effort for text that must be quoted is limited`() {
    let texts = (0..<200).map { "é\($0): !b && c\n" }.joined()
    let comment = "#" + String(repeating: "-", count: 2 << 20) + "\n"

    // The first hundred, and how many more there are.
    #expect(Reading(texts).diagnostics.count == 101)
    #expect(Reading(texts).messages.last?.contains("100 more") == true)
    #expect(Reading(texts).node != nil)
    #expect(Reading(comment + texts).diagnostics.count == 2)
  }

  @Test func `every duplicate key is reported with the location of the first`() {
    let text = (0..<30).map { "a\($0): 1\na\($0): 2\n" }.joined() + "b: {c: 1, 'c': 2, \"c\": 3}\n"

    let messages = Reading(text).messages

    #expect(messages.count == 32)
    #expect(messages.first == "2:1: duplicate key `a0`; the first is in line 1")
    #expect(messages.dropFirst(29).first == "60:1: duplicate key `a29`; the first is in line 59")
    #expect(
      messages.suffix(2) == [
        "61:11: duplicate key `c`; the first is in column 5",
        "61:19: duplicate key `c`; the first is in column 5",
      ])
  }

  @Test func `aliases are not expanded`() {
    let bomb =
      "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
      + (1...30).map { level in
        "a\(level): &a\(level) [" + (0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ", ") + "]\n"
      }.joined() + "? *a30\n: x\n"

    let count = 31 + 30 * 9 + 1
    #expect(Reading(bomb).diagnostics.count == 101)
    #expect(Reading(bomb).messages.last?.contains("\(count - 100) more") == true)
  }

  @Test func `deep nesting is rejected`() {
    let brackets = "a: " + String(repeating: "[", count: 100_000)
    let braces = String(repeating: "{a: ", count: 100_000)
    let lists = String(repeating: "- ", count: 100_000)
    let lines = (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()

    let allowed = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)

    #expect(Reading(allowed).mistakes.isEmpty)
    #expect(Reading(brackets).messages == ["1:35: nested too deeply"])
    #expect(Reading(braces).messages == ["1:126: nested too deeply"])
    #expect(Reading(lists).messages == ["1:65: nested too deeply"])
    #expect(Reading(lines).messages == ["32:32: nested too deeply"])
  }

  @Test func `control characters are reported once for each line`() {
    #expect(
      Reading("a: \u{1B}[0m\u{7}\nb: 1\nc: \u{0}\n").mistakes == """
        board.yml:1:4: error: control character U+001B
        a: �[0m�
           ^
        board.yml:3:4: error: control character U+0000
        c: �
           ^
        """)
  }

  @Test func `invisible characters that YAML rejects are named`() {
    #expect(
      Reading("a: b\u{FEFF}\nc: \u{FFFE}\n").messages == [
        "1:5: invisible character U+FEFF", "2:4: invisible character U+FFFE",
      ])
  }

  @Test func `an empty file has no root`() {
    for text in ["", "\u{FEFF}", "\n\n", "# nothing\n"] {
      #expect(Reading(text).node == nil)
      #expect(Reading(text).mistakes.isEmpty)
    }
  }

  @Test func `a large text is read in time that grows with its size`() {
    func duration(ofActions count: Int) -> Duration {
      let text =
        "actions:\n"
        + (0..<count).map { "  action-\($0):\n    run: [make, 'x']\n    enabled-if: '!a.running'\n" }.joined()
      let durations = (0..<3).map { _ in
        processorTime { #expect(Reading(text).mistakes.isEmpty) }
      }
      return durations.min() ?? .zero
    }

    #expect(duration(ofActions: 10_000) < duration(ofActions: 500) * 100)
  }
}
