import Foundation
import PseudoTerminal
import Testing

/// Whatever a board, its commands or the command line say: no control character reaches the terminal that
/// way.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessSafetyTests {
  /// What would set the title of the window, and what would reverse the rest of the line.
  private static let attack = "x\u{1B}]0;pwned\u{7}\u{9B}31m\u{202E}y"
  private static let escaped = #"x\e]0;pwned\a\u009B31m\u202Ey"#

  private static let boards = [
    "title: \"\(escaped)\"\nactions: {a: {run: x}}",
    "actions: {\"\(escaped)\": {run: x, \"\(escaped)\": 1}}",
    "actions: {a: {run: x, title: \"\(escaped)\", confirm: \"\(escaped)\"}}",
    "actions: {a: {run: x, enabled-if: \"a.value == '\(escaped)' && \(escaped).running\"}}",
    "actions: {a: {http: \"\(escaped)\", timeout: \"\(escaped)\", key: \"\(escaped)\", dir: \"\(escaped)\"}}",
    "actions: {a: [\(attack)",
    "# \(attack)\nactions: {a: {run: x, confirm: \u{202E}}, a: }",
  ]

  @Test(arguments: boards)
  func `mistakes in a board are safe to show`(board: String) throws {
    for command in [["check"], ["list"], ["why", "a"]] {
      let result = try HeadlessProgram(command, board: board).end()
      #expect(result.status == 78)
      #expect(!result.messages.isEmpty)
      #expect(unsafeScalars(result) == [])
    }
  }

  @Test(arguments: [
    ["why", attack], ["run", attack], ["run", "pick", "--input", attack],
    ["list", "--board", "\(attack).yml"],
    ["check", "\(attack).yml"], [attack], ["list", "--\(attack)"], ["init", "no/\(attack)"],
  ])
  func `arguments in messages are safe to show`(arguments: [String]) throws {
    let result = try HeadlessProgram(arguments).end()
    #expect(result.status != 0)
    #expect(result.messages.contains("pwned"))
    #expect(unsafeScalars(result) == [])
  }

  private static let work = """
    actions:
      missing: {run: ["/nonexistent/\(escaped)"]}
      gone: {run: "true", dir: "/nonexistent/\(escaped)"}
      pattern: {run: "echo 'a\u{202E}b'", status: 'a(.*)b'}
      locked: {run: "true", enabled-if: missing.succeeded}
    """

  @Test(arguments: ["missing", "gone", "locked"])
  func `failures are safe to show`(action: String) throws {
    let result = try HeadlessProgram(["run", action], board: Self.work).end()
    #expect(result.status != 0)
    #expect(unsafeScalars(result) == [])
  }

  @Test(arguments: ["missing", "gone", "pattern"])
  func `JSON is safe to show and says the same`(action: String) throws {
    let result = try HeadlessProgram(["run", "--json", action], board: Self.work).end()
    #expect(unsafeScalars(result) == [])
    let lines = result.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(result.output.contains(#"\u202e"#))
  }

  @Test func `watching is safe to show`() throws {
    let program = try HeadlessProgram(
      ["watch"], board: "actions: {a: {run: [\"/nonexistent/\(Self.escaped)\"], every: 100ms, quiet: true}}")
    var lines = ""
    while !lines.contains("error:") { lines += program.line() + "\n" }
    program.signal(SIGTERM)
    #expect(lines.contains("pwned"))
    #expect(unsafeScalars(lines) == [])
    _ = try program.end()
  }

  private func unsafeScalars(_ result: HeadlessProgram.Result) -> [String] {
    unsafeScalars(result.output) + unsafeScalars(result.messages)
  }

  private func unsafeScalars(_ text: String) -> [String] {
    text.unicodeScalars
      .filter { scalar in
        let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
        return isControl || scalar.properties.isBidiControl
      }
      .map { String($0.value, radix: 16) }
  }
}
