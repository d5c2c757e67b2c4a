import Foundation
import PseudoTerminal
import TerminalUI
import TestSupport
import Testing

/// Without a board, the files of other programs are opened. `make` is replaced by a program that records how
/// it was started.
@Suite(.timeLimit(.minutes(15)), .bothWays) struct HeadlessProjectTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(
      ".PHONY: build test\\:unit\nbuild: ## Build it\n\ttouch pwned\ntest\\:unit:\n\ttrue\n", to: "Makefile")
    try sandbox.write(#"{"scripts": {"prepare": "touch pwned", "build": "touch pwned"}}"#, to: "package.json")
  }

  private func run(_ arguments: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(arguments, on: sandbox, board: nil).end()
  }

  @Test func `the actions of all files are listed and checked, and nothing is started`() throws {
    let list = try run("list")
    #expect(list.status == 0, "\(list.messages)")
    for word in ["build", "test_unit", "npm-build", "Build it"] {
      #expect(list.output.contains(word), "\(list.output)")
    }
    let check = try run("check")
    #expect(check.status == 0, "\(check.messages)")
    #expect(check.output.contains("package.json:1: prepare: npm runs it by itself"), "\(check.output)")
    let json = try run("check", "--json")
    #expect(
      json.output.contains(#"{"check":"remark","file":"package.json","line":1,"name":"prepare""#),
      "\(json.output)")
    #expect(json.output.hasSuffix("{\"check\":\"board\",\"actions\":3}\n"), "\(json.output)")
    #expect(!sandbox.has("pwned"))
  }

  @Test func `a panel counts what is not taken over, lists it, and starts nothing`() throws {
    let panel = try sandbox.panel()
    try panel.waitFor("! 1 not taken over")
    panel.send("!")
    try panel.waitFor("─ 1 not taken over ─")
    #expect(panel.screen.text.contains("package.json:1  prepare"), "\(panel.screen.text)")
    // A file that says more while the panel is open.
    try sandbox.write(
      #"{"scripts": {"prepare": "touch pwned", "postinstall": "touch pwned", "build": "true"}}"#,
      to: "package.json")
    try panel.waitFor("─ 2 not taken over ─")
    #expect(panel.screen.text.contains("postinstall"), "\(panel.screen.text)")
    panel.send("\u{1B}")
    try panel.waitFor("f find")
    #expect(panel.screen.text.contains("! 2 not taken over"), "\(panel.screen.text)")
    panel.send("q")
    _ = try panel.waitForEnd()
    #expect(!sandbox.has("pwned"))
  }

  @Test func `the services of a group are started in the order of their guards`() throws {
    let programs = try Scratch()
    try programs.write(
      """
      #!/bin/sh
      echo "$*" >> "$DESK/docker"
      case "$*" in
      *" ps "*) [ -e "$DESK/healthy" ] && echo '"Health":"healthy"' ;;
      *--exit-code-from*) ;;
      *) echo started; exec sleep 600 ;;
      esac

      """, to: "docker", permissions: 0o755)
    try sandbox.write(
      """
      services:
        web:
          build: .
          depends_on: { migrate: { condition: service_completed_successfully } }
        migrate:
          build: .
          depends_on: { db: { condition: service_healthy } }
        db: { image: postgres, healthcheck: { test: pg_isready } }

      """, to: "compose.yml")
    let path = "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let panel = try sandbox.panel(environment: ["PATH": path, "DESK": sandbox.directory])
    try panel.waitFor("· services: Ctrl-A")
    panel.send("\u{1}")
    try panel.waitFor("Start 3 actions of docker compose")
    #expect(!sandbox.has("docker"))
    panel.send("y")
    try panel.waitUntil("db runs, and the others wait for it") { screen in
      let text = (try? sandbox.text(of: "docker")) ?? ""
      return text.contains("compose up --no-deps db\n") && screen.text.contains(#/web +⧗ planned/#)
    }
    #expect(try !sandbox.text(of: "docker").contains("up --no-deps --exit-code-from"))
    try sandbox.write("", to: "healthy")
    try panel.waitUntil("all have been started") { _ in
      let lines = ((try? sandbox.text(of: "docker")) ?? "").split(separator: "\n").filter {
        !$0.contains(" ps ")
      }
      return lines == [
        "compose up --no-deps db", "compose up --no-deps --exit-code-from migrate migrate",
        "compose up --no-deps web",
      ]
    }
  }

  @Test func `watch says that nothing starts by itself`() throws {
    let watch = try run("watch")
    #expect(watch.status == 78)
    #expect(watch.messages.contains("nothing here starts by itself"), "\(watch.messages)")
    #expect(!sandbox.has("pwned"))
  }

  @Test func `an action is run by its own program, by its own name`() throws {
    let programs = try Scratch()
    try programs.write("#!/bin/sh\necho \"make got $1 in $PWD\"\n", to: "make", permissions: 0o755)
    let path = "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    for name in ["test:unit", "make:test:unit", "test_unit"] {
      let result = try HeadlessProgram(["run", name], on: sandbox, board: nil, environment: ["PATH": path])
        .end()
      #expect(result.output.hasPrefix("make got test:unit in "), "\(name): \(result)")
    }
  }

  @Test func `a program that is missing is said with the file that needs it`() throws {
    let empty = try Scratch()
    try sandbox.write("lint:\n  true\n", to: "justfile")
    let result = try HeadlessProgram(
      ["run", "lint"], on: sandbox, board: nil, environment: ["PATH": empty.path]
    ).end()
    #expect(result.status == 1)
    #expect(
      result.messages.contains(
        #/lint: failed after .*: cannot start: just: not found in PATH, needed by justfile\n/#),
      "\(result.messages)")
    let panel = try sandbox.panel(environment: ["PATH": empty.path], size: Size(width: 100, height: 24))
    panel.send("I")
    try panel.waitUntil("the end of the run") {
      $0.text.contains(#/✗ failed after .*: cannot start: just: not found in PATH, needed by justfile/#)
    }
    panel.send("w")
    try panel.waitUntil("the details") {
      $0.text.contains(#/Last result  failed .*not found in PATH, needed by j/#)
    }
  }

  @Test func `a similar name is said with what its file calls it`() throws {
    let unknown = try run("run", "test:unti")
    #expect(unknown.status == 2)
    #expect(
      unknown.messages == """
        signalbox: there is no action `test:unti`. Near: test_unit (test:unit, make:test:unit)

        """)
  }

  @Test func `a name that two files have is refused, with both`() throws {
    let both = try run("run", "build")
    #expect(both.status == 2)
    #expect(both.messages.contains("`build` can be `make:build` or `npm:build`"), "\(both.messages)")
    #expect(!sandbox.has("pwned"))
  }

  @Test func `the board that init writes has the same actions, and is opened from then on`() throws {
    let before = try run("list").output
    try expectEqual(run("init", "--from", ".").status, 0)
    #expect(try sandbox.text(of: "signalbox.yml").contains("# - package.json:1: prepare"))
    try expectEqual(run("list").output, before)
    try expectEqual(run("init", "--from", ".").status, 1)
    try sandbox.write("actions: {only: {run: x}}", to: "signalbox.yml")
    #expect(try !run("list").output.contains("npm-build"))
  }

  @Test func `a file with a mistake is said with its line, and the others are opened`() throws {
    try sandbox.write("{\n  \"scripts\": {\n    \"a\": \"b\"\n    \"c\": \"d\"\n  }\n}\n", to: "package.json")
    #expect(try run("list").output.contains("build"))
    let check = try run("check")
    #expect(check.status == 78)
    #expect(check.messages.contains("package.json:4:"), "\(check.messages)")
  }
}
