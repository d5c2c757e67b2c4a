import Board
import Testing

@Suite struct BoardTests {
  @Test func everythingABoardCanSay() throws {
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
    #expect(
      board.actions == [
        ActionDefinition(
          id: "build", title: "Build it", key: .character("b"),
          work: .command(
            Command(
              .shell("swift build"), directory: "..", environment: ["CONFIGURATION": "debug", "EMPTY": ""])),
          progress: try ProgressPattern(#"\[(\d+)/(\d+)\]"#), status: try OutputPattern(#"\] (.*)"#),
          timeout: .seconds(600), error: ErrorPolicy(priority: .high, reset: .seconds(30)),
          confirmation: "Really?", whileRunning: .restart),
        ActionDefinition(
          id: "test", key: .function(2), work: .command(Command(.arguments(["swift", "test", ""]))),
          enabledIf: try Guard("build.succeeded && !simulated.running")),
        ActionDefinition(
          id: "simulated",
          work: .simulation(
            Simulation(
              duration: .seconds(2), steps: 4, requests: 3, failEvery: 2, failure: "out of luck",
              value: "done"))),
      ])
  }

  @Test func whatIsNotSaidHasADefault() throws {
    let board = try Board.parse("actions: { build: { run: make } }", file: "boards/release.desk.yml")

    let action = try #require(board["build"])
    #expect(board.title == "release.desk")
    #expect(board.network == NetworkTiming())
    #expect(action.title == "build")
    #expect(action.key == nil)
    #expect(action.enabledIf == .always)
    #expect(action.error == ErrorPolicy(priority: .normal, reset: nil))
    #expect(action.whileRunning == .reject)
    #expect(action.work == .command(Command(.shell("make"))))
  }

  @Test func actionsKeepTheirOrderAndAreFoundByName() throws {
    let board = try Board.parse("actions: {c: {run: c}, a: {run: a}, b: {run: b}}", file: "board.yml")

    #expect(board.actions.map(\.id) == ["c", "a", "b"])
    #expect(board["a"]?.work == .command(Command(.shell("a"))))
    #expect(board["d"] == nil)
  }

  @Test func boardsAreEqualWhereverTheirLinesStand() throws {
    let one = try Board.parse("actions: {a: {run: make, key: b}}", file: "board.yml")
    let other = try Board.parse(
      "# moved\n\nactions:\n  a:\n    key: b\n    run: 'make'\n", file: "x/board.yml")
    let changed = try Board.parse("actions: {a: {run: make, key: c}}", file: "board.yml")

    #expect(one == other)
    #expect(one != changed)
  }

  @Test func shellTextsMayHaveSeveralLines() throws {
    let board = try Board.parse(
      """
      actions:
        build:
          run: |
            cd "$DIR" && make *.o
            ! test -e core
      """, file: "board.yml")

    #expect(
      board["build"]?.work == .command(Command(.shell("cd \"$DIR\" && make *.o\n! test -e core"))))
  }

  @Test func windowsLineEndsAndAByteOrderMarkAreFine() throws {
    let board = try Board.parse(
      "\u{FEFF}title: x\r\nactions:\r\n  a:\r\n    run: make\r\n", file: "board.yml")

    #expect(board.title == "x")
    #expect(board["a"]?.work == .command(Command(.shell("make"))))
  }
}
