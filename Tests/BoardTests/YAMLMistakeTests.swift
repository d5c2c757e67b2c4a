import Testing

@testable import Board

/// Texts that are not YAML, and what is said about them.
@Suite(.timeLimit(.minutes(5))) struct YAMLMistakeTests {
  @Test(arguments: [
    ("a:\n\tb: 1\n", "2:1: error: a tab cannot indent in YAML|\tb: 1|^|use spaces"),
    ("key: @\n", "1:6: error: a text cannot begin with `@`|key: @|     ^|put it in quotes"),
    ("key: `x`\n", "1:6: error: a text cannot begin with ```|key: `x`|     ^|put it in quotes"),
    ("run: && b\n", "1:6: error: a text cannot begin with `&`|run: && b|     ^|put it in quotes"),
    (
      "a: b: c\n",
      "1:5: error: a `:` is not expected here|a: b: c|    ^|check the indentation, and quote a text that contains `: `"
    ),
    (
      "a:\n  b: 1\n c: 2\n",
      "3:2: error: this does not fit what is above it| c: 2| ^|check the indentation and the quotes"
    ),
    ("a: \"b\nc: 1\n", "1:4: error: this quote is never closed|a: \"b|   ^"),
    (
      "p: \"\\d+\"\n",
      "1:5: error: not an escape of double quotes|p: \"\\d+\"|    ^|in single quotes a backslash is just a backslash"
    ),
    ("a: 1\nfoo\nb: 2\n", "2:1: error: this key has no `:` after it|foo|^"),
    ("run: [a, b\nc: d\n", "2:2: error: expected `,` or `]`|c: d| ^|the list begins in line 1"),
    ("run: {a: b\nc: d\n", "2:2: error: expected `,` or `}`|c: d| ^|the mapping begins in line 1"),
    ("a: 1\n---\nb: 2\n", "2:1: error: a second document begins here|---|^|a board is one document"),
    (
      "http: !probe {url: x}\n",
      "1:7: error: a board has no tags, such as `!probe`|http: !probe {url: x}|      ^|leave it out"
    ),
    (
      "a: {b: !c {d: e}}\n",
      "1:8: error: a board has no tags, such as `!c`|a: {b: !c {d: e}}|       ^|leave it out"
    ),
    (
      "a: b! c: d\n",
      "1:8: error: a `:` is not expected here|a: b! c: d|       ^|check the indentation, and quote a text that contains `: `"
    ),
    ("a: ]\n", "1:4: error: not valid YAML: did not find expected node content|a: ]|   ^"),
  ])
  func itIsExplained(text: String, expected: String) {
    #expect(mistakes(in: text) == "board.yml:" + expected.split(separator: "|").joined(separator: "\n"))
  }
}
