import Board
import Configuration
import TestSupport
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct ProcessReaderTests {
  // MARK: Procfile

  @Test func `each program of a Procfile has its port, and release is no service`() throws {
    let found = Found(
      [
        "Procfile":
          "# all\nweb: bin/web -p $PORT\nrelease: bin/migrate\n\nworker:bin/work\nnot a line\nweb: bin/web2\n",
        ".env": "export PORT=\"7000\"\n",
      ], environment: ["PORT": "8000"])
    #expect(found.ids == ["web", "release", "worker"])
    try expectEqual(found.words("web"), ["sh", "-c", "bin/web2"])
    try expectEqual(found.action("release").service, nil)
    try expectEqual(found.action("worker").service?.restart.occasion, .never)
    try expectEqual(environment(of: "web", found)["PORT"], "7000")
    try expectEqual(environment(of: "worker", found)["PORT"], "7200")
    #expect(found.remarks.count == 2)
  }

  @Test(arguments: [([:], "5000"), (["PORT": "8000"], "8000"), (["PORT": "x"], "5000")])
  func `without a file of variables the port is that of the environment, or 5000`(
    variables: [String: String], port: String
  ) throws {
    try expectEqual(environment(of: "a", Found(["Procfile": "a: b\n"], environment: variables))["PORT"], port)
  }

  private func environment(of id: String, _ found: Found) throws -> [String: String] {
    guard case .command(let command) = try found.action(id).work else { return [:] }
    return command.environment.compactMapValues { $0?.description }
  }

  // MARK: mprocs

  @Test func `processes of mprocs are services with their directories, variables and stops`() throws {
    let found = Found([
      "mprocs.yaml": """
      procs:
        one: echo hi
        two: { cmd: [sleep, "9"], cwd: <CONFIG_DIR>/sub, env: { A: "${B}", C: null, "D=E": x }, stop: SIGINT, autorestart: true }
        three: { shell: { $select: os, windows: x, $else: y }, stop: { send-keys: [<C-c>] } }
        four: {}
      """
    ])
    #expect(found.ids == ["one", "two", "three"])
    try expectEqual(found.words("two"), ["sleep", "9"])
    try expectEqual(found.words("three"), ["sh", "-c", "y"])
    try expectEqual(environment(of: "two", found), ["A": "$${B}"])
    try expectEqual(found.action("two").stop.signal, .interrupt)
    try expectEqual(found.action("two").service?.restart.occasion, .always)
    #expect(found.remarks.count == 4, "\(found.remarks)")
  }

  // MARK: process-compose

  private let processes = """
    version: "0.5"
    vars: { HOST: localhost }
    environment: ["A=1"]
    processes:
      db:
        command: run-db {{.HOST}} $$HOME
        readiness_probe:
          exec: { command: pg_isready }
          period_seconds: 3
          timeout_seconds: 5
          failure_threshold: 4
        availability: { restart: on_failure, max_restarts: 5 }
        shutdown: { signal: 2, timeout_seconds: 7 }
        log_location: db.log
      migrate:
        command: migrate
        depends_on: { db: { condition: process_healthy } }
      web:
        command: web
        working_dir: web
        depends_on:
          migrate: { condition: process_completed_successfully }
          clean: { condition: process_completed }
          db: {}
        liveness_probe: { http_get: { host: 0.0.0.0, port: 80, path: health } }
        ready_log_line: "Listening (on) *"
        schedule: { cron: x }
      clean: { command: c, depends_on: [nobody] }
      odd: { command: "{{.Missing}}" }
    """

  @Test func `the order and the probes of process-compose become guards and services`() throws {
    let found = Found(["process-compose.yaml": processes])
    #expect(found.ids == ["db", "migrate", "web", "clean"])
    try expectEqual(found.words("db"), ["sh", "-c", "run-db localhost $HOME"])
    try expectEqual(found.action("db").service?.restart.occasion, .failure)
    try expectEqual(found.action("db").stop.signal, .interrupt)
    try expectEqual(found.action("migrate").service, nil)
    #expect(found.project.namedActions()[1].guardText == "db.ready")
    #expect(
      found.project.namedActions()[2].guardText
        == "migrate.succeeded && (clean.succeeded || clean.failed) && db.running")
    #expect(try found.action("web").service?.liveness != nil)
    guard case .line = try found.action("web").service?.ready else {
      Issue.record("the line is not awaited")
      return
    }
    #expect(found.remarks.contains { $0.contains("odd: its command has a template") })
    #expect(found.remarks.contains { $0.contains("clean: it depends on `nobody`, which is not there") })
    #expect(found.remarks.contains { $0.contains("web: schedule") })
  }

  @Test func `an odd value leaves out one action, and not the panel`() throws {
    let found = Found([
      "process-compose.yaml": """
      processes:
        odd: { command: x, readiness_probe: { http_get: { port: 80, path: "a[b" } } }
        next: { command: y, depends_on: { odd: { condition: process_healthy } } }
      """
    ])
    let accepted = found.project.accepted
    #expect(accepted.namedActions().map(\.id) == ["next"])
    #expect(accepted.remarks.contains { $0.line == 2 && $0.subject == "odd" }, "\(accepted.remarks)")
    _ = try Board.parse(BoardText(accepted).text, file: "x.yml")
  }

  // MARK: compose

  private let services = """
    x-base: &base
      restart: always
      depends_on: { db: { condition: service_healthy } }
    services:
      db:
        image: postgres
        healthcheck: { test: [CMD, pg_isready] }
        ports: ["5432:5432"]
      cache: { image: redis, ports: ["127.0.0.1:${CACHE_PORT:-6380}:6379/tcp"] }
      migrate: { <<: *base, build: . }
      web:
        build: .
        depends_on:
          migrate: { condition: service_completed_successfully }
          cache: { condition: service_started }
        ports: ["53:53/udp", "8080-8090:80"]
      tool: { image: x, profiles: [tools], extends: { service: db } }
    """

  @Test func `the services of compose are run by docker, in their order`() throws {
    let found = Found([
      "compose.yml": services,
      "compose.override.yml": "services: { web: { ports: ['9000:80'] }, extra: { image: y } }\n",
    ])
    #expect(found.ids == ["db", "cache", "migrate", "web", "tool", "extra"])
    try expectEqual(found.words("web"), ["docker", "compose", "up", "--no-deps", "web"])
    try expectEqual(
      found.words("migrate"),
      ["docker", "compose", "up", "--no-deps", "--exit-code-from", "migrate", "migrate"])
    try expectEqual(found.action("migrate").service, nil)
    let guards = found.project.namedActions().map(\.guardText)
    #expect(guards[2] == "db.ready")
    #expect(guards[3] == "migrate.succeeded && cache.running")
    guard case .probe(let cache) = try found.action("cache").service?.ready, case .tcp = cache.probe else {
      Issue.record("the port is not awaited")
      return
    }
    guard case .probe(let db) = try found.action("db").service?.ready,
      case .command(let command, _) = db.probe,
      case .arguments(let words) = command
    else {
      Issue.record("docker is not asked")
      return
    }
    #expect(words.suffix(6) == ["docker", "compose", "ps", "--format", "json", "db"])
  }

  @Test func `a compose file with processes is one of process-compose`() throws {
    #expect(Found(["compose.yaml": processes]).project.groups.map(\.format) == [.processCompose])
  }

  @Test func `a service that is called like an option or a command stays an argument`() throws {
    let found = Found([
      "compose.yml": "services: { '--help': { image: x }, 'a;b': { image: y, healthcheck: { test: z } } }\n"
    ])
    #expect(found.ids == ["a_b"])
    try expectEqual(found.words("a_b").last, "a;b")
    #expect(found.remarks.contains { $0.contains("--help: a name that begins with `-`") })
  }
}
