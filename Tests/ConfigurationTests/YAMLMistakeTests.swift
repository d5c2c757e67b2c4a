import Testing

@testable import Configuration

/// Messages about text that is not YAML.
@Suite(.timeLimit(.minutes(15))) struct YAMLMistakeTests {
  @Test(arguments: [
    // Indentation.
    ("a:\n\tb: 1\n", "2:1: error: YAML does not allow tabs for indentation|\tb: 1|^|use spaces"),
    ("a: b\n\tc\n", "2:1: error: YAML does not allow tabs for indentation|\tc|^|use spaces"),
    ("a: |\n\tb\n", "2:1: error: YAML does not allow tabs for indentation|\tb|^|use spaces"),
    (
      "a:\n  b: 1\n c: 2\n",
      "3:2: error: unexpected content after the lines above| c: 2| ^|check the indentation and the quotes"
    ),
    (
      "- a\nb: c\n",
      "2:1: error: unexpected content after the lines above|b: c|^|check the indentation and the quotes"
    ),
    (
      "a: - b\n",
      "1:4: error: a list cannot start here|a: - b|   ^|start the list on a new line, or put text in quotes"
    ),

    // Indicators.
    ("key: @\n", "1:6: error: text cannot start with `@`|key: @|     ^|put it in quotes"),
    ("key: `x`\n", "1:6: error: text cannot start with ```|key: `x`|     ^|put it in quotes"),
    ("run: && b\n", "1:6: error: text cannot start with `&`|run: && b|     ^|put it in quotes"),
    ("run: *.txt\n", "1:6: error: text cannot start with `*`|run: *.txt|     ^|put it in quotes"),
    ("run: >= 3\n", "1:6: error: text cannot start with `>`|run: >= 3|     ^|put it in quotes"),
    ("run: ? b\n", "1:6: error: text cannot start with `?`|run: ? b|     ^|put it in quotes"),
    ("run: &a.b\n  c: d\n", "1:6: error: text cannot start with `&`|run: &a.b|     ^|put it in quotes"),
    ("%a: b\n", "1:1: error: text cannot start with `%`|%a: b|^|put it in quotes"),
    ("a: ]\n", "1:4: error: text cannot start with `]`|a: ]|   ^|put it in quotes"),
    ("a: [b, , c]\n", "1:8: error: text cannot start with `,`|a: [b, , c]|       ^|put it in quotes"),

    // Colons.
    (
      "a: b: c\n",
      "1:5: error: unexpected `:`|a: b: c|    ^|if it is part of the text, write 'b: c'"
    ),
    (
      "a: it's: so\n",
      "1:8: error: unexpected `:`|a: it's: so|       ^|if it is part of the text, write 'it''s: so'"
    ),
    (
      "a: \"b\": c\n",
      "1:7: error: unexpected `:`|a: \"b\": c|      ^|if it is part of the text, put all of the text in quotes"
    ),
    (
      "a: x\n  b: 1\n",
      "2:4: error: unexpected `:`|  b: 1|   ^|check the indentation: this line continues line 1"
    ),
    (
      "a:x\n\nb:\n  c: d\n",
      "3:2: error: unexpected `:`|b:| ^|a space is missing after the `:` in line 1"
    ),
    (
      "a: [b:[c]]\n",
      "1:6: error: unexpected `:`|a: [b:[c]]|     ^|put text that contains `:` in quotes"
    ),
    (
      "a: {b: c: d}\n",
      "1:9: error: unexpected `:`|a: {b: c: d}|        ^|put text that contains `:` in quotes"
    ),
    ("a: 1\nfoo\nb: 2\n", "2:1: error: this key has no `:` after it|foo|^"),

    // Quotes.
    ("a: \"b\nc: 1\n", "1:4: error: this quote is never closed|a: \"b|   ^"),
    ("a: 'b\n---\nc: '1'\n", "1:4: error: this quote is never closed|a: 'b|   ^"),
    (
      "a: 'it's'\n",
      "1:8: error: unexpected text after the closing quote|a: 'it's'|       ^|in single quotes, write a quote twice: ''"
    ),
    (
      "a: \"b\"c\"\n",
      "1:7: error: unexpected text after the closing quote|a: \"b\"c\"|      ^|in double quotes, write a quote as \\\""
    ),
    (
      "a: \"b\" && c\n",
      "1:8: error: unexpected text after the closing quote|a: \"b\" && c|       ^|put all of the text in quotes, or none"
    ),
    (
      "- \"b\" c\n",
      "1:7: error: unexpected text after the closing quote|- \"b\" c|      ^|put all of the text in quotes, or none"
    ),
    (
      "p: \"\\d+\"\n",
      "1:5: error: unknown escape sequence|p: \"\\d+\"|    ^|in single quotes, a backslash has no special meaning"
    ),
    (
      "p: \"\\x1\"\n",
      "1:7: error: this escape needs more hexadecimal digits|p: \"\\x1\"|      ^|as in \\x41, \\u00e9 or \\U0001f600"
    ),
    ("p: \"\\ud800\"\n", "1:7: error: not the code of a character|p: \"\\ud800\"|      ^"),

    // Brackets.
    ("run: [a, b\nc: d\n", "2:2: error: expected `,` or `]`|c: d| ^|the list starts in line 1"),
    ("run: {a: b\nc: d\n", "2:2: error: expected `,` or `}`|c: d| ^|the mapping starts in line 1"),
    ("a: [b", "1:4: error: this bracket is never closed|a: [b|   ^"),
    ("a: [b, {c: \n", "1:8: error: this bracket is never closed|a: [b, {c: |       ^"),
    ("a: {b: [c]\n", "1:4: error: this bracket is never closed|a: {b: [c]|   ^"),
    (
      "{a: b}}\n",
      "1:7: error: unexpected content after the lines above|{a: b}}|      ^|check the indentation and the quotes"
    ),

    // Tags.
    (
      "http: !probe {url: x}\n",
      "1:7: error: a board cannot contain tags such as `!probe`|http: !probe {url: x}|      ^|remove it, or put text that starts with `!` in quotes"
    ),
    (
      "a: {b: !c {d: e}}\n",
      "1:8: error: a board cannot contain tags such as `!c`|a: {b: !c {d: e}}|       ^|remove it, or put text that starts with `!` in quotes"
    ),

    // Documents.
    (
      "a: 1\n---\nb: 2\n",
      "2:1: error: a second document starts here|---|^|a board can contain only one document"
    ),
    ("a: 1\n---\n", "2:1: error: a second document starts here|---|^|a board can contain only one document"),
    ("%YAML 3.0\n---\na: 1\n", "1:1: error: not valid YAML: found incompatible YAML document|%YAML 3.0|^"),
  ])
  func `mistakes are explained`(text: String, expected: String) {
    #expect(Reading(text).mistakes == "board.yml:" + expected.split(separator: "|").joined(separator: "\n"))
  }

  @Test func `a bar starts a block of text`() {
    #expect(
      Reading("run: || b\n").mistakes == """
        board.yml:1:6: error: text cannot start with `|`
        run: || b
             ^
        put it in quotes
        """)
  }

  @Test func `the end of a document does not start another one`() {
    #expect(Reading("--- \na: 1\n...\n").mistakes.isEmpty)
  }
}
