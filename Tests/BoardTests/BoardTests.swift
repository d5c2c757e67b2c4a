import Board
import Configuration
import Foundation
import SignalboxCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoardTests {
  @Test func `the options of commands and simulations are read`() throws {
    let board = try Board.parse(
      #"""
      title: Release desk
      network: { start-delay: 300ms, completion-delay: 0s, minimum-visible: 500ms }
      actions:
        build:
          key: b
          title: Build it
          run: swift build
          dir: ..
          env: { CONFIGURATION: debug, EMPTY: "" }
          progress: '\[(\d+)/(\d+)\]'
          status: '\] (.*)'
          timeout: 10m
          error: { priority: high, reset: 30s }
          confirm: Really?
          while-running: restart
        test:
          key: f2
          run: [swift, test, ""]
          enabled-if: build.succeeded && !simulated.running
        simulated:
          simulate:
            duration: 2s
            steps: 4
            requests: 3
            fail-every: 2
            failure: out of luck
            value: done
      """#, file: "signalbox.yml")

    #expect(board.title == "Release desk")
    #expect(
      board.network
        == NetworkTiming(
          startDelay: .milliseconds(300), completionDelay: .zero, minimumVisible: .milliseconds(500)))
    try expectEqual(
      board.actions,
      [
        ActionDefinition(
          id: "build", title: "Build it", key: .character("b"),
          work: .command(
            CommandDefinition(
              .shell("swift build"), directory: "..", environment: ["CONFIGURATION": "debug", "EMPTY": ""])),
          progress: ProgressPattern(#"\[(\d+)/(\d+)\]"#), status: OutputPattern(#"\] (.*)"#),
          timeout: .seconds(600), error: ErrorPolicy(priority: .high, reset: .seconds(30)),
          confirmation: "Really?", whileRunning: .restart),
        ActionDefinition(
          id: "test", key: .function(2),
          work: .command(CommandDefinition(.arguments(["swift", "test", ""]))),
          enabledIf: Guard("build.succeeded && !simulated.running")),
        ActionDefinition(
          id: "simulated",
          work: .simulation(
            Simulation(
              duration: .seconds(2), steps: 4, requests: 3, failEvery: 2, failure: "out of luck",
              value: "done"))),
      ])
  }

  @Test func `probes, repeats, retries and buttons are read`() throws {
    let board = try Board.parse(
      #"""
      actions:
        api:
          http:
            url: https://localhost:8443/health?deep=1
            method: post
            headers: { Accept: application/json, X-Trace: "" }
            body: '{"deep": true}'
            expect: [200, 204]
            contains: healthy
            timeout: 5s
          status: { json: $.state }
          every: 10s
          failures-before-error: 3
          quiet: true
        page:
          http: http://localhost/
        database:
          tcp: localhost:5432
        cache:
          tcp: { host: "::1", port: 6379, timeout: 1s }
          while-running: { concurrent: 2 }
        deploy:
          run: ./deploy.sh "$INPUT"
          progress: { json: "$.steps[0].done", of: $.total }
          buttons:
            - { key: 1, title: Staging, input: staging }
            - { input: production }
          retry: { attempts: 3, backoff: 1s..30s }
          while-running: { queue: 4 }
      """#, file: "signalbox.yml")

    let healthPage = try #require(URL(string: "https://localhost:8443/health?deep=1"))
    let startPage = try #require(URL(string: "http://localhost/"))
    let expected = try #require(StatusCodes("200")).union(try #require(StatusCodes("204")))
    try expectEqual(
      board.actions,
      [
        ActionDefinition(
          id: "api",
          work: .http(
            HTTPProbe(
              url: healthPage, method: "POST",
              headers: [
                .init(name: "Accept", value: "application/json"), .init(name: "X-Trace", value: ""),
              ],
              body: #"{"deep": true}"#, expect: expected, contains: "healthy", timeout: .seconds(5))),
          status: OutputPattern(JSONPath("$.state")), every: .seconds(10), failuresBeforeError: 3,
          isQuiet: true),
        ActionDefinition(id: "page", work: .http(HTTPProbe(url: startPage))),
        ActionDefinition(id: "database", work: .tcp(TCPProbe(host: "localhost", port: 5432))),
        ActionDefinition(
          id: "cache", work: .tcp(TCPProbe(host: "::1", port: 6379, timeout: .seconds(1))),
          whileRunning: .concurrent(limit: 2)),
        ActionDefinition(
          id: "deploy",
          form: .buttons([
            ButtonDefinition(key: .character("1"), title: "Staging", input: "staging"),
            ButtonDefinition(title: "production", input: "production"),
          ]),
          work: .command(CommandDefinition(.shell(#"./deploy.sh "$INPUT""#))),
          progress: ProgressPattern(JSONPath("$.steps[0].done"), of: .path(JSONPath("$.total"))),
          retry: RetryPolicy(attempts: 3, backoff: .seconds(1)...(.seconds(30))),
          whileRunning: .queue(limit: 4)),
      ])
  }

  @Test func `absent options have default values`() throws {
    let board = try Board.parse("actions: { build: { run: make } }", file: "boards/release.desk.yml")

    let action = try #require(board["build"])
    #expect(board.title == "release.desk")
    #expect(board.network == NetworkTiming())
    #expect(action.title == "build")
    #expect(action.key == nil)
    #expect(action.enabledIf == .always)
    #expect(action.error == ErrorPolicy(priority: .normal, reset: nil))
    #expect(action.whileRunning == .reject)
    #expect(action.buttons.isEmpty)
    #expect(action.every == nil)
    #expect(action.failuresBeforeError == 1)
    #expect(action.retry == nil)
    #expect(!action.isQuiet)
    #expect(action.work == .command(CommandDefinition(.shell("make"))))
  }

  @Test func `actions keep their order and are found by name`() throws {
    let board = try Board.parse("actions: {c: {run: c}, a: {run: a}, b: {run: b}}", file: "board.yml")

    #expect(board.actions.map(\.id) == ["c", "a", "b"])
    #expect(board["a"]?.work == .command(CommandDefinition(.shell("a"))))
    #expect(board["d"] == nil)
  }

  @Test func `equality does not depend on the location of lines`() throws {
    let one = try Board.parse("actions: {a: {run: make, key: b}}", file: "board.yml")
    let other = try Board.parse(
      "# moved\n\nactions:\n  a:\n    key: b\n    run: 'make'\n", file: "x/board.yml")
    let changed = try Board.parse("actions: {a: {run: make, key: c}}", file: "board.yml")

    #expect(one == other)
    #expect(one != changed)
  }

  @Test func `a shell command can have several lines`() throws {
    let board = try Board.parse(
      """
      actions:
        build:
          run: |
            cd "$DIR" && make *.o
            ! test -e core
      """, file: "board.yml")

    #expect(
      board["build"]?.work == .command(CommandDefinition(.shell("cd \"$DIR\" && make *.o\n! test -e core"))))
  }

  @Test func `Windows line ends and a byte order mark are accepted`() throws {
    let board = try Board.parse(
      "\u{FEFF}title: x\r\nactions:\r\n  a:\r\n    run: make\r\n", file: "board.yml")

    #expect(board.title == "x")
    #expect(board["a"]?.work == .command(CommandDefinition(.shell("make"))))
  }
}
