import Programs
import Testing

/// Which files and addresses lines of outputs name.
@Suite(.timeLimit(.minutes(15))) struct OutputPlaceTests {
  private func place(_ text: String) -> String? {
    switch OutputPlace(in: OutputLine(text))?.target {
    case .file(let path, let line, let column): "\(path) \(line)" + (column.map { " \($0)" } ?? "")
    case .address(let address): address
    case nil: nil
    }
  }

  @Test(arguments: [
    ("src/main.c:12:5: error: expected ';'", "src/main.c 12 5"),
    ("/work/a/Parser.swift:31:9: warning: unused", "/work/a/Parser.swift 31 9"),
    ("  --> src/lib.rs:3:17", "src/lib.rs 3 17"), ("\tmain.go:12 +0x1d", "main.go 12"),
    ("tests/test_a.py:40: AssertionError", "tests/test_a.py 40"),
    (#"  File "shop/cart.py", line 17, in total"#, "shop/cart.py 17"),
    ("src/app.ts(12,5): error TS2304", "src/app.ts 12 5"), ("Program.cs(7): error", "Program.cs 7"),
    ("    at total (/srv/cart.js:10:15)", "/srv/cart.js 10 15"),
    ("    at file:///srv/cart.mjs:10:15", "/srv/cart.mjs 10 15"),
    ("cart_test.rb:8:in 'total'", "cart_test.rb 8"), ("Makefile:3: *** missing separator.", "Makefile 3"),
    ("see notes.txt:4.", "notes.txt 4"), ("In file included from a.h:1,", "a.h 1"),
    ("[src/a.c:2]", "src/a.c 2"), ("café/naïve.py:9: x", "café/naïve.py 9"),
    ("bin/run:7: not found", "bin/run 7"),
  ])
  func `a line names a file`(text: String, expected: String) { #expect(place(text) == expected) }

  @Test(arguments: [
    ("listening on http://localhost:8080/", "http://localhost:8080/"),
    ("(see https://example.org/a?b=1#c).", "https://example.org/a?b=1#c"),
    ("\"https://example.org/ü\"", "https://example.org/"),
  ])
  func `or an address`(text: String, expected: String) { #expect(place(text) == expected) }

  @Test(arguments: [
    "12:30:45 started", "2026-11-27T12:30:45Z", "localhost:8080", "127.0.0.1:80", "example.com:443",
    "step 3:4",
    "a.c:0", "a.c:12x", "db.internal:5432/shop", "tag:12", "http://", "", ":", "a.c:", "(12)", "v1.2:3",
    "File \"a", "a.c:99999999",
  ])
  func `times, hosts and ports are no files`(text: String) { #expect(place(text) == nil) }

  @Test func `its range is its text, which a short name names`() throws {
    let text = "é src/main.c:12:5: error"
    let place = try #require(OutputPlace(in: OutputLine(text)))
    #expect(String(decoding: Array(text.utf8)[place.range], as: UTF8.self) == "src/main.c:12:5")
    #expect(place.name == "main.c:12")
    #expect(OutputPlace(in: OutputLine("http://a/b"))?.name == "http://a/b")
  }
}
