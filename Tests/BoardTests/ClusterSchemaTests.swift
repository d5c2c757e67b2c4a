import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ClusterSchemaTests {
  private static let cluster = "cluster: {etcd: 'http://a:2379', realm: shop, board: web}"

  /// The mistakes of a board with a cluster and these actions, as in `mistakes(inAction:)`.
  private func mistakes(_ actions: String, cluster: String = Self.cluster) -> [String] {
    do {
      _ = try Board.parse("\(cluster)\nactions: {\(actions)}\n", file: "board.yml")
      return []
    } catch {
      return error.diagnostics.map(\.inOneLine)
    }
  }

  @Test func `a board names its etcd, its realm and itself`() throws {
    let board = try Board.parse(
      """
      cluster:
        etcd: [https://a:2379, 'https://b:2379/']
        realm: shop
        board: web
        user: ada
        password-file: /etc/password
        ca: /etc/ca.pem
        on-cut-off: cancel
      actions: {a: {run: x}}
      """, file: "board.yml")
    #expect(
      board.cluster
        == ClusterDefinition(
          endpoints: ["https://a:2379", "https://b:2379"], realm: "shop", board: "web", user: "ada",
          passwordFile: "/etc/password", trust: .file("/etc/ca.pem"), onCutOff: .cancel))
  }

  @Test func `a board without a cluster shares nothing`() throws {
    try expectEqual(Board.parse("actions: {a: {run: x}}", file: "board.yml").cluster, nil)
  }

  @Test func `an action is shared only if the board says so`() throws {
    let board = try Board.parse(
      """
      \(Self.cluster)
      actions:
        own: {run: x}
        not: {run: x, shared: false}
        kept: {run: x, shared: true}
        freed: {run: x, shared: true, on-lost: free-after 2m}
      """, file: "board.yml")
    #expect(board["own"]?.shared == nil)
    #expect(board["not"]?.shared == nil)
    #expect(board["kept"]?.shared == SharedPolicy())
    #expect(board["freed"]?.shared == SharedPolicy(freeAfter: .seconds(120)))
  }

  @Test func `a guard reads actions of other boards`() throws {
    let board = try Board.parse(
      """
      \(Self.cluster)
      actions:
        deploy: {run: x, shared: true, enabled-if: '!ops/migrate.running && ops/check.value == "ok"'}
      """, file: "board.yml")
    #expect(
      board["deploy"]?.enabledIf.references
        == [.action("ops/migrate", .running), .action("ops/check", .value)])
  }

  @Test(arguments: [
    (
      "etcd: a:2379",
      "must be an address such as https://etcd.example.org:2379, not `a:2379` | did you mean `https://a:2379`?"
    ),
    ("etcd: 'http://ada@a:2379'", "must not contain a user name | write `user` and `password-file`"),
    ("etcd: 'http://a:2379/v3'", "must have no path | the servers are addressed by host and port"),
    ("etcd: 'http://a:99999'", "must have a port from 1 to 65535"),
    ("etcd: ['http://a:1', 'http://b:1', 'http://A:1/']", "must name each server once"),
  ])
  func `mistakes in addresses of servers`(option: String, expected: String) {
    let found = mistakes("a: {run: x}", cluster: "cluster: {\(option), realm: r, board: b}")
    #expect(found == ["1:17: `etcd` \(expected)"])
  }

  @Test func `what a cluster needs`() {
    #expect(
      mistakes("a: {run: x}", cluster: "cluster: {etcd: 'http://a:1'}") == [
        "1:10: `cluster` needs `realm`", "1:10: `cluster` needs `board`",
      ])
    #expect(
      mistakes("a: {run: x}", cluster: "cluster: {etcd: 'http://a:1', realm: my/shop, board: b}") == [
        "1:38: `realm` must be a name of letters, digits, `-` and `_`, not `my/shop`"
      ])
    #expect(
      mistakes("a: {run: x}", cluster: "cluster: {etcd: 'http://a:1', realm: r, board: b, user: ada}") == [
        "1:51: `user` requires `password-file`"
      ])
  }

  @Test func `only boards with a cluster share actions and read those of others`() {
    #expect(
      mistakes("a: {run: x, shared: true}", cluster: "title: x") == [
        "2:11: `a` is shared, and the board has no `cluster` | `cluster` names the etcd and the realm that the boards have in common"
      ])
    #expect(
      mistakes("a: {run: x, enabled-if: b/c.running}", cluster: "title: x") == [
        "2:35: `b/c` is an action of another board, and this board has no `cluster` | `cluster` names the etcd and the realm that the boards have in common"
      ])
  }

  @Test(arguments: [
    ("every: 10s", "`shared` cannot be combined with `every`: each of the machines would repeat it"),
    ("start: with-board", "`shared` cannot be combined with `start`: each of the machines would start it"),
    ("service: true", "`shared` cannot be combined with `service`: a service belongs to one machine"),
  ])
  func `options that a shared action cannot have`(option: String, expected: String) {
    #expect(mistakes("a: {run: x, shared: true, \(option)}") == ["2:23: \(expected)"])
  }

  @Test func `the number of runs of a shared action is limited`() {
    #expect(
      mistakes("a: {run: x, shared: true, while-running: concurrent}") == [
        "2:37: a shared action can run at most 20 times at once | for instance `while-running: { concurrent: 2 }`"
      ])
    #expect(mistakes("a: {run: x, shared: true, while-running: {concurrent: 20}}") == [])
    #expect(mistakes("a: {run: x, shared: true, while-running: queue}") == [])
  }

  @Test(arguments: ["keep", "free-after 2m", "free-after  90s"])
  func `what becomes of a lost run`(value: String) {
    #expect(mistakes("a: {run: x, shared: true, on-lost: \(value)}") == [])
  }

  @Test(arguments: ["free", "free-after", "free-after 0s", "free-after soon", "2m"])
  func `mistakes about lost runs`(value: String) {
    #expect(
      mistakes("a: {run: x, shared: true, on-lost: \(value)}") == [
        "2:46: `on-lost` must be `keep`, or `free-after` with a duration, such as `free-after 2m`, not `\(value)`"
      ])
  }

  @Test func `on-lost needs a shared action`() {
    #expect(mistakes("a: {run: x, on-lost: keep}") == ["2:23: `on-lost` requires `shared`"])
    #expect(
      mistakes("a: {run: x, shared: false, on-lost: keep}") == [
        "2:38: `on-lost` has no effect: `shared` is `false`"
      ])
  }

  @Test(arguments: [
    (
      "ops/migrate.enabled",
      "`ops/migrate.enabled` is not known here: the guards of other boards are not shared"
    ),
    (
      "ops/migrate.age < 1h",
      "`ops/migrate.age` is not known here: the clocks of two machines may differ | `ops/migrate.succeeded` is shared"
    ),
    ("ops/db.ready", "`ops/db.ready` is not shared with other boards"),
    ("ops/db.asks", "`ops/db.asks` is not shared with other boards"),
    ("ops/db.restarts > 2", "`ops/db.restarts` is not shared with other boards"),
    ("web/a.running", "`web/a` is an action of this board | write `a`"),
    ("a/b/c.running", "`a/b/c` is not an action | an action of another board has the form `ops/migrate`"),
    ("/b.running", "`/b` is not an action | an action of another board has the form `ops/migrate`"),
  ])
  func `facts of other boards that are not known`(fact: String, expected: String) {
    #expect(mistakes("a: {run: x, enabled-if: '\(fact)'}") == ["2:36: \(expected)"])
  }

  @Test func `the guard of a shared action reads no ages of shared actions`() {
    #expect(
      mistakes("a: {run: x, shared: true}, b: {run: x, shared: true, enabled-if: a.age < 1h}") == [
        "2:76: the guard of a shared action cannot read `a.age`: the clocks of two machines may differ | `a.succeeded` is shared"
      ])
    #expect(
      mistakes("a: {run: x}, b: {run: x, shared: true, enabled-if: a.age < 1h}") == [], "its own machine's")
    #expect(mistakes("a: {run: x, shared: true}, b: {run: x, enabled-if: a.age < 1h}") == [])
  }

  @Test func `the guard of a shared action reads no facts of shared actions that only one machine knows`() {
    #expect(
      mistakes("a: {run: x, shared: true}, b: {run: x, shared: true, enabled-if: a.enabled}") == [
        "2:76: the guard of a shared action cannot read `a.enabled`: whether it can start is known when it starts | read the facts that its guard reads"
      ])
    #expect(
      mistakes("a: {run: x, terminal: full, shared: true}, b: {run: x, shared: true, enabled-if: '!a.asks'}")
        == [
          "2:94: the guard of a shared action cannot read `a.asks`: other machines do not know it"
        ])
  }

  @Test func `a start has a limited number of conditions`() {
    func board(_ count: Int) -> String {
      let facts = (1...count).map { "ops/a\($0).succeeded" }.joined(separator: " && ")
      return "a: {run: x, shared: true, enabled-if: '\(facts)'}"
    }
    #expect(mistakes(board(28)) == [])
    #expect(
      mistakes(board(30)) == [
        "2:11: the guard of `a` reads so many shared actions that a start needs 126 conditions; the limit is 120 | read fewer actions, or divide the guard"
      ])
  }
}
