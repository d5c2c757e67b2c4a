import Board
import Programs
import Projects
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// A moment of a panel's use: what a person has pressed, and what has happened meanwhile.
struct PanelScene: Sendable, CustomTestStringConvertible {
  let name: String
  let glyphs: GlyphSet
  private let open: @Sendable () throws -> Board
  private let steps: @MainActor @Sendable (VirtualPanel) -> Void

  private init(
    _ name: String, _ glyphs: GlyphSet = .unicode, board: String = Self.log,
    steps: @escaping @MainActor @Sendable (VirtualPanel) -> Void
  ) {
    (self.name, self.glyphs, self.steps) = (name, glyphs, steps)
    open = { try Board.parse(board, file: "desk.yml") }
  }

  /// - Parameter project: The files of other programs that are opened, by their names.
  private init(
    _ name: String, _ glyphs: GlyphSet = .unicode, project: [String: String],
    steps: @escaping @MainActor @Sendable (VirtualPanel) -> Void
  ) {
    (self.name, self.glyphs, self.steps) = (name, glyphs, steps)
    open = {
      let found = ProjectReader.read(
        .init(name: "shop", entries: project.keys.sorted(), lockFiles: ["pnpm-lock.yaml"]),
        ForeignFiles(project))
      let written = BoardText(found)
      var board = try Board.parse(written.text, file: "shop")
      written.complete(&board)
      return board
    }
  }

  var testDescription: String { name }

  /// The pictures that a test has already asked for: several look at the same ones, and each takes a while.
  @MainActor private static var frames: [String: [Size: Frame]] = [:]

  /// The picture in a terminal of this size, after all steps.
  @MainActor func frame(_ size: Size) throws -> Frame {
    if let frame = Self.frames[name]?[size] { return frame }
    let frame = try draw(size)
    Self.frames[name, default: [:]][size] = frame
    return frame
  }

  @MainActor private func draw(_ size: Size) throws -> Frame {
    let panel = VirtualPanel(try open(), size: size, isShared: false)
    steps(panel)
    var state = panel.state
    state.glyphs = glyphs
    return Dashboard.view(state, size: size)
  }

  // MARK: Scenes

  static let all = [
    PanelScene("idle") { _ in },
    .init("running", steps: run),
    .init("failing", steps: fail),
    .init("failing in ASCII", .ascii, steps: fail),
    .init("failing on the console", .console, steps: fail),
    .init("zoomed") {
      run($0)
      $0.press("z")
    },
    .init("divider moved") {
      run($0)
      $0.press("+", "+", "+")
    },
    .init("activities") {
      run($0)
      $0.press("a")
    },
    .init("errors") {
      fail($0)
      $0.press("r")
      $0.advance(by: .seconds(2))
      $0.press("e")
    },
    .init("locked") { $0.press("I") },
    .init("about an action with output") {
      run($0)
      $0.press("w")
    },
    .init("output has the focus") {
      run($0)
      $0.press("Tab", "k", "k")
    },
    .init("folded") { $0.press("M", "Left") },
    .init("finding an action") {
      fail($0)
      $0.press("f")
      type(":failed", $0)
    },
    .init("finding a command") {
      $0.press(":")
      type("out", $0)
    },
    .init("help filtered") {
      $0.press("?")
      type("out", $0)
    },
    .init("leaving") {
      run($0)
      $0.press("Ctrl-C")
    },
    .init("cancelling") {
      run($0)
      $0.press("d")
    },
    .init("confirming") { $0.press("b") },
    .init("searching") {
      talk($0)
      $0.press("/")
      type("item 1", $0)
    },
    .init("search") {
      talk($0)
      $0.press("/")
      type("item 1", $0)
      $0.press("Enter", "n")
    },
    .init("filter") {
      talk($0)
      $0.press("Ctrl-F")
      type("item 1", $0)
      $0.press("Enter")
    },
    .init("selecting") {
      talk($0)
      $0.press("Ctrl-V", "Up", "Up")
    },
    .init("searching all outputs") {
      talk($0)
      $0.press("F")
      type("item", $0)
    },
    .init("runs") {
      fail($0)
      $0.press("u")
      $0.advance(by: .seconds(3))
      $0.press("u", "Ctrl-R")
    },
    .init("concurrent runs") {
      $0.press("s")
      $0.advance(by: .seconds(1))
      $0.press("s")
      $0.advance(by: .seconds(1))
    },
    .init("standard error", steps: talk),
    .init("short run") {
      $0.press("p")
      $0.advance(by: .milliseconds(100))
    },
    .init("waiting to leave") {
      run($0)
      $0.model.showLeaving()
    },
    .init("buttons of an action", board: servers) { _ in },
    .init("repeating", board: servers) {
      $0.runBoard()
      $0.advance(by: .seconds(75))
      $0.press("Down", "Down")
    },
    .init("reloaded", board: servers) { panel in
      #expect(throws: Never.self) {
        panel.reload(try Board.parse(servers.replacing("Health", with: "Heartbeat"), file: "desk.yml"))
      }
    },
    .init("plan", board: release) {
      $0.press("D", "Enter")
    },
    .init("planned", board: release, steps: plan),
    .init("planned in ASCII", .ascii, board: release, steps: plan),
    .init("plan asks", board: release) {
      plan($0)
      $0.advance(by: .seconds(50))
    },
    .init("plan stopped", board: release.replacing("fail-every: 9", with: "fail-every: 1")) {
      plan($0)
      $0.advance(by: .seconds(60))
    },
    .init("entering inputs", board: parcels) { $0.press("s") },
    .init("entering inputs, one is refused", board: parcels) {
      $0.press("s", "p", "Enter")
      type("v2", $0)
    },
    .init("entering inputs, the last one", board: parcels) {
      $0.press("s", "p", "Tab", "Tab")
      type("'north wing' dock", $0)
      $0.press("Tab", "Tab")
      type("s3cret of the desk", $0)
    },
    .init("project", project: shop) { _ in },
    .init("project with a locked service", project: shop) { panel in
      for _ in 1...40 where panel.state.log?.title != "web" { panel.press("Down") }
    },
    .init("project whose services are started", project: shop) {
      $0.press("Ctrl-A")
    },
    .init("project, not taken over", project: shop) { $0.press("!") },
    .init("mistakes", board: servers) { panel in
      panel.refuse(servers.replacing("every:", with: "evry:"))
      panel.press("!")
    },
    .init("many actions", board: many) {
      $0.press("f")
      type("pack 27", $0)
    },
    .init("found among many", board: many) {
      $0.press("f")
      type("pack 27", $0)
      $0.press("Enter")
    },
  ]

  /// Two actions run, one of which has succeeded before.
  @MainActor private static func run(_ panel: VirtualPanel) {
    panel.press("p")
    panel.advance(by: .seconds(1))
    panel.press("M", "d")
    panel.advance(by: .seconds(2))
  }

  /// While they run, an upload fails.
  @MainActor private static func fail(_ panel: VirtualPanel) {
    run(panel)
    panel.press("u")
    panel.advance(by: .seconds(3))
  }

  /// An action prints to both of its streams.
  @MainActor private static func talk(_ panel: VirtualPanel) {
    panel.press("p")
    panel.advance(by: .seconds(1))
    panel.print((1...12).map { OutputLine("item \($0) of 12 is checked") }, by: "ping")
    panel.print([OutputLine("item 13 does not exist", kind: .errorOutput)], by: "ping")
    panel.scheduler.advance()
  }

  /// Deploy is planned, and one of its steps is done.
  @MainActor private static func plan(_ panel: VirtualPanel) {
    panel.press("M", "D", "Enter")
    panel.advance(by: .seconds(1))
    panel.press("Enter")
    panel.advance(by: .seconds(21))
  }

  @MainActor private static func type(_ text: String, _ panel: VirtualPanel) {
    for character in text { panel.model.handle(.key(.character(character))) }
    panel.scheduler.advance()
  }

  /// A repository with the files of three programs.
  private static let shop = [
    "Makefile": """
    .PHONY: build test db-reset release

    build: ## Build everything
    \tnpm run build

    test: ## Run all tests
    \tnpm test

    db-reset:
    \t./reset --all

    release: build test
    \t./release

    """,
    "package.json": """
    {
      "scripts": {
        "prepare": "husky",
        "dev": "vite",
        "build": "vite build",
        "preview": "vite preview",
        "test": "vitest run",
        "test:watch": "vitest",
        "lint": "eslint .",
        "deploy": "./deploy"
      }
    }
    """,
    "compose.yml": """
    services:
      db:
        image: postgres:17
        develop: { watch: [{ action: sync, path: ., target: /shop }] }
        healthcheck: { test: pg_isready }
      cache:
        image: redis:8
      migrate:
        build: .
        depends_on: { db: { condition: service_healthy } }
      web:
        build: .
        ports: ['8080:8080']
        depends_on:
          migrate: { condition: service_completed_successfully }
          cache: { condition: service_started }
    """,
  ]

  private static let release = """
    title: Release desk
    actions:
      build: { key: b, title: Build, simulate: { duration: 13s } }
      lint: { key: l, title: Lint, simulate: { duration: 1200ms } }
      test:
        key: t
        title: Test
        simulate: { duration: 35s, steps: 35, value: 'Test 3', fail-every: 9, failure: exit code 2 }
        enabled-if: build.succeeded
      deploy:
        key: D
        title: Deploy
        simulate: { duration: 4s }
        confirm: Deploy to production?
        enabled-if: test.succeeded && lint.succeeded && !migrate.running
      migrate: { key: M, title: Migrate, group: Services, simulate: { duration: 48s, steps: 9 } }
    """

  private static let servers = """
    title: Servers
    actions:
      deploy:
        title: Deploy
        simulate: { duration: 9s, value: the new version }
        group: Release
        tags: [slow]
      tail:
        title: Restart
        run: ./restart "$INPUT"
        buttons: [{ key: 1, title: Staging, input: staging }, { key: 2, title: Production, input: live }]
      health: { key: H, title: Health, simulate: { duration: 1s, fail-every: 4 }, every: 10s }
    """

  /// An action that asks for a choice, a text with a default, words, something that may be left out and a
  /// secret.
  private static let parcels = """
    title: Parcels
    actions:
      pack: { key: p, title: Pack, simulate: { duration: 4s } }
      send:
        key: s
        title: Send
        description: Hands the parcels over
        run: [./send, { input: site }, { input: version }, { input: places }, { input: note }]
        input:
          - { name: site, prompt: Site, choices: [staging, production, preview] }
          - { name: version, prompt: Version, matches: '^[0-9.]+$', default: '1.4' }
          - { name: places, prompt: Places, many: true }
          - { name: note, prompt: Note for the driver, optional: true }
          - { name: token, prompt: Token, hidden: true }
      track: { key: t, title: Track, simulate: { duration: 9s } }
    """

  private static let many =
    "title: Many\nactions:\n"
    + (0..<300).map { number in
      let words = ["Build", "Test", "Deploy", "Lint", "Clean", "Pack"]
      let title = "\(words[number % 6]) \(number)"
      return "  a\(number): { title: \(title), group: Part \(number / 30), simulate: { duration: 1s } }\n"
    }.joined()

  private static let log = """
    title: Release desk
    actions:
      ping: { key: p, title: Ping, simulate: { duration: 150ms, value: pong } }
      download:
        key: d
        title: Download the update
        description: Loads the next version, and checks its signature
        simulate: { duration: 8s, steps: 40, value: update 7.2 }
      install:
        key: I
        title: Install
        simulate: { duration: 5s, steps: 20 }
        enabled-if: download.succeeded && !upload.running && (!errors.any || download.age < 1h)
      upload:
        key: u
        title: Upload a report
        simulate: { duration: 2500ms, steps: 10, fail-every: 1, failure: the server hung up }
        error: { priority: high, reset: 10s }
      sync:
        key: r
        title: Synchronise
        simulate: { duration: 1s, fail-every: 1, failure: out of step with the server }
        error: { priority: low }
      sample: { key: s, title: Sample, simulate: { duration: 6s, steps: 6 }, while-running: concurrent }
      migrate: { key: M, title: Migrate, group: Database, simulate: { duration: 9s, requests: 2 } }
      back-up:
        key: b
        title: Back up
        group: Database
        confirm: Back up now?
        simulate: { duration: 3s }
      deploy:
        key: D
        title: Deploy
        description: Sends the build to the servers
        run: ./deploy --to production
        dir: /srv/app
        enabled-if: install.succeeded && back-up.age < 1h
    """
}
