import Testing

@testable import Configuration

/// Texts that are not YAML, and what is said about them.
@Suite(.timeLimit(.minutes(5))) struct YAMLMistakeTests {
  @Test(arguments: [
    // Indentation.
    ("a:\n\tb: 1\n", "2:1: error: a tab cannot indent in YAML|\tb: 1|^|use spaces"),
    ("a: b\n\tc\n", "2:1: error: a tab cannot indent in YAML|\tc|^|use spaces"),
    ("a: |\n\tb\n", "2:1: error: a tab cannot indent in YAML|\tb|^|use spaces"),
    (
      "a:\n  b: 1\n c: 2\n",
      "3:2: error: this does not fit what is above it| c: 2| ^|check the indentation and the quotes"
    ),
    (
      "- a\nb: c\n",
      "2:1: error: this does not fit what is above it|b: c|^|check the indentation and the quotes"
    ),
    (
      "a: - b\n",
      "1:4: error: a list cannot begin here|a: - b|   ^|begin it in a line of its own, or put a text in quotes"
    ),

    // Signs.
    ("key: @\n", "1:6: error: a text cannot begin with `@`|key: @|     ^|put it in quotes"),
    ("key: `x`\n", "1:6: error: a text cannot begin with ```|key: `x`|     ^|put it in quotes"),
    ("run: && b\n", "1:6: error: a text cannot begin with `&`|run: && b|     ^|put it in quotes"),
    ("run: *.txt\n", "1:6: error: a text cannot begin with `*`|run: *.txt|     ^|put it in quotes"),
    ("run: >= 3\n", "1:6: error: a text cannot begin with `>`|run: >= 3|     ^|put it in quotes"),
    ("run: ? b\n", "1:6: error: a text cannot begin with `?`|run: ? b|     ^|put it in quotes"),
    ("run: &a.b\n  c: d\n", "1:6: error: a text cannot begin with `&`|run: &a.b|     ^|put it in quotes"),
    ("%a: b\n", "1:1: error: a text cannot begin with `%`|%a: b|^|put it in quotes"),
    ("a: ]\n", "1:4: error: a text cannot begin with `]`|a: ]|   ^|put it in quotes"),
    ("a: [b, , c]\n", "1:8: error: a text cannot begin with `,`|a: [b, , c]|       ^|put it in quotes"),

    // Colons.
    (
      "a: b: c\n",
      "1:5: error: a `:` is not expected here|a: b: c|    ^|if it belongs to the text, write 'b: c'"
    ),
    (
      "a: it's: so\n",
      "1:8: error: a `:` is not expected here|a: it's: so|       ^|if it belongs to the text, write 'it''s: so'"
    ),
    (
      "a: \"b\": c\n",
      "1:7: error: a `:` is not expected here|a: \"b\": c|      ^|if it belongs to the text, put all of the text in quotes"
    ),
    (
      "a: x\n  b: 1\n",
      "2:4: error: a `:` is not expected here|  b: 1|   ^|check the indentation: what line 1 begins goes on here"
    ),
    (
      "a:x\n\nb:\n  c: d\n",
      "3:2: error: a `:` is not expected here|b:| ^|a blank is missing after the `:` in line 1"
    ),
    (
      "a: [b:[c]]\n",
      "1:6: error: a `:` is not expected here|a: [b:[c]]|     ^|put a text that contains `:` in quotes"
    ),
    (
      "a: {b: c: d}\n",
      "1:9: error: a `:` is not expected here|a: {b: c: d}|        ^|put a text that contains `:` in quotes"
    ),
    ("a: 1\nfoo\nb: 2\n", "2:1: error: this key has no `:` after it|foo|^"),

    // Quotes.
    ("a: \"b\nc: 1\n", "1:4: error: this quote is never closed|a: \"b|   ^"),
    ("a: 'b\n---\nc: '1'\n", "1:4: error: this quote is never closed|a: 'b|   ^"),
    (
      "a: 'it's'\n",
      "1:8: error: the text in quotes has ended before this|a: 'it's'|       ^|in single quotes a quote is written twice: ''"
    ),
    (
      "a: \"b\"c\"\n",
      "1:7: error: the text in quotes has ended before this|a: \"b\"c\"|      ^|in double quotes a quote is written \\\""
    ),
    (
      "a: \"b\" && c\n",
      "1:8: error: the text in quotes has ended before this|a: \"b\" && c|       ^|put all of the text in quotes, or none of it"
    ),
    (
      "- \"b\" c\n",
      "1:7: error: the text in quotes has ended before this|- \"b\" c|      ^|put all of the text in quotes, or none of it"
    ),
    (
      "p: \"\\d+\"\n",
      "1:5: error: not an escape of double quotes|p: \"\\d+\"|    ^|in single quotes a backslash is just a backslash"
    ),
    (
      "p: \"\\x1\"\n",
      "1:7: error: this escape needs more hexadecimal digits|p: \"\\x1\"|      ^|as in \\x41, \\u00e9 or \\U0001f600"
    ),
    ("p: \"\\ud800\"\n", "1:7: error: no character has this code|p: \"\\ud800\"|      ^"),

    // Brackets.
    ("run: [a, b\nc: d\n", "2:2: error: expected `,` or `]`|c: d| ^|the list begins in line 1"),
    ("run: {a: b\nc: d\n", "2:2: error: expected `,` or `}`|c: d| ^|the mapping begins in line 1"),
    ("a: [b", "1:4: error: this bracket is never closed|a: [b|   ^"),
    ("a: [b, {c: \n", "1:8: error: this bracket is never closed|a: [b, {c: |       ^"),
    ("a: {b: [c]\n", "1:4: error: this bracket is never closed|a: {b: [c]|   ^"),
    (
      "{a: b}}\n",
      "1:7: error: this does not fit what is above it|{a: b}}|      ^|check the indentation and the quotes"
    ),

    // Tags.
    (
      "http: !probe {url: x}\n",
      "1:7: error: a board has no tags, such as `!probe`|http: !probe {url: x}|      ^|leave it out, or put a text that begins with `!` in quotes"
    ),
    (
      "a: {b: !c {d: e}}\n",
      "1:8: error: a board has no tags, such as `!c`|a: {b: !c {d: e}}|       ^|leave it out, or put a text that begins with `!` in quotes"
    ),

    // Documents.
    ("a: 1\n---\nb: 2\n", "2:1: error: a second document begins here|---|^|a board is one document"),
    ("a: 1\n---\n", "2:1: error: a second document begins here|---|^|a board is one document"),
    ("%YAML 3.0\n---\na: 1\n", "1:1: error: not valid YAML: found incompatible YAML document|%YAML 3.0|^"),
  ])
  func `it is explained`(text: String, expected: String) {
    #expect(Reading(text).mistakes == "board.yml:" + expected.split(separator: "|").joined(separator: "\n"))
  }

  @Test func `a bar begins a text of several lines`() {
    #expect(
      Reading("run: || b\n").mistakes == """
        board.yml:1:6: error: a text cannot begin with `|`
        run: || b
             ^
        put it in quotes
        """)
  }

  @Test func `a good document ends without another`() {
    #expect(Reading("--- \na: 1\n...\n").mistakes.isEmpty)
  }
}
