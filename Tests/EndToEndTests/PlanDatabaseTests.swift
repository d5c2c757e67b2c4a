import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A real PostgreSQL is started, migrated, tested and deployed to by a plan, whose panel or box is killed.
@Suite(
  .timeLimit(.minutes(15)), .ownThreads,
  .enabled(if: Databases.postgres != nil, "PostgreSQL is not installed: apt install postgresql"))
struct PlanDatabaseTests {
  private let board: SharedBoard
  private let scratch: Scratch
  private let gate: Gate

  init() throws {
    scratch = try Scratch()
    let data = try Databases.makeDirectory("data", in: scratch)
    if geteuid() == 0 { chmod(scratch.path, 0o755) }
    board = try SharedBoard(
      """
        prepare:
          run: test -e "$DATA/PG_VERSION" || \(Databases.unprivileged)initdb -D "$DATA" -U shop -A trust --no-sync
          enabled-if: '!postgres.running'
        postgres:
          run: exec \(Databases.unprivileged)postgres -D "$DATA" -p "$PORT" -h 127.0.0.1 -k ''
          port: auto
          service: true
          enabled-if: prepare.succeeded
          ready: { run: pg_isready -q, within: never }
          stop: { signal: INT, grace: 30s }
        migrate:
          run: echo migrate >> log; psql -qv ON_ERROR_STOP=1 -c 'create table orders (id serial)'
          enabled-if: postgres.ready
        test:
          run: echo test >> log; psql -qc 'insert into orders default values'; read line < gate
          enabled-if: migrate.succeeded
        deploy:
          run: echo deploy >> log; psql -qtAc 'select count(*) from orders' >> log
          enabled-if: test.succeeded && postgres.ready

      env:
        PATH: '\(Databases.postgres ?? ""):${PATH}'
        DATA: '\(data)'
        PGHOST: 127.0.0.1
        PGPORT: '${postgres.port}'
        PGUSER: shop
        PGDATABASE: postgres
        PGCONNECT_TIMEOUT: '5'

      """)
    gate = try board.sandbox.gate()
  }

  private var log: [Substring] {
    ((try? board.sandbox.text(of: "log")) ?? "").split(separator: "\n")
  }

  private func runs(of action: String) throws -> Int {
    try board.run("history", action, "--json").output.split(separator: "\n").count
  }

  @Test func `a plan goes on when its panel is killed, and does nothing twice`() throws {
    let panel = try board.sandbox.panel()
    panel.send("jjjj\r")
    try panel.waitFor("To unlock it: 4 presses")
    // A key that is held down repeats sooner.
    panel.settle(for: .milliseconds(400))
    panel.send("\r")
    #expect(eventually { log == ["migrate", "test"] }, "\(log)")
    kill(panel.processIdentifier, SIGKILL)
    _ = try panel.waitForEnd()
    gate.letThrough()
    #expect(eventually { log == ["migrate", "test", "deploy", "1"] }, "\(log)")
    for action in ["prepare", "postgres", "migrate", "test", "deploy"] {
      try expectEqual(runs(of: action), 1, "\(action)")
    }
  }

  @Test func `a plan ends with its box, and what it had done is used by the next one`() throws {
    let run = try board.start("run", "--with-needs", "deploy")
    #expect(eventually { log == ["migrate", "test"] }, "\(log)")
    kill(try board.box(), SIGKILL)
    let result = try run.end()
    #expect(result.status == 75, "\(result.messages)")
    #expect(
      result.messages.contains("deploy: its box has ended, and its plan with it; no start of it is known"),
      "\(result.messages)")
    #expect(log == ["migrate", "test"])

    let plan = try board.run("plan", "deploy", "--json").output
    // What was migrated is migrated; the database has ended with the box, and so has the test.
    #expect(!plan.contains(#""action":"migrate""#), "\(plan)")
    #expect(plan.contains(#""by":null"#), "\(plan)")
    gate.letThrough()
    try expectEqual(board.run("run", "--with-needs", "deploy", "--quiet").status, 0)
    // Whether the first test had written something when it was killed is not known.
    #expect(log.prefix(4) == ["migrate", "test", "test", "deploy"] && log.count == 5, "\(log)")
  }
}
