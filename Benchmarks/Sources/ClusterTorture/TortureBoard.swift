import PressHistory

/// The board of all boxes: actions whose guards exclude each other, in several shapes.
enum TortureBoard {
  struct Action {
    let name: String
    var options = ""
    var rule: HistoryRules.Action
    /// The files that its commands lock while they run; `shared` for a lock that others may share.
    var locks: [(file: String, isShared: Bool)]
    /// Several files of which one must be free.
    var slots: [String] = []
    /// Machines whose boards let time end its lost runs, as those of the others do not. Nobody presses it
    /// there.
    var freeing: Set<String> = []

    /// What the witness locks.
    var witnessed: [String] {
      locks.map { "\($0.isShared ? "s" : "x"):\($0.file)" } + slots.map { "o:\($0)" }
    }

    func options(on computer: String) -> String {
      (options.isEmpty ? "" : options + ", ") + (freeing.contains(computer) ? "on-lost: free-after 2s, " : "")
    }
  }

  /// Three actions of which one can run, and each guard reads the two others.
  private static func trio(_ number: Int) -> [Action] {
    let names = ["a", "b", "c"].map { "\($0)\(number)" }
    return names.map { name in
      let others = names.filter { $0 != name }
      return Action(
        name: name, options: "enabled-if: '\(others.map { "!\($0).running" }.joined(separator: " && "))'",
        rule: .init(needs: others.map { .init($0, .running, is: false) }), locks: [("trio\(number)", false)])
    }
  }

  static let actions: [Action] =
    trio(1) + trio(2) + [
      Action(
        name: "p", options: "enabled-if: '!q.running'", rule: .init(needs: [.init("q", .running, is: false)]),
        locks: [("pq", false)]),
      Action(
        name: "q", options: "enabled-if: '!p.running', while-running: { queue: 3 }",
        rule: .init(needs: [.init("p", .running, is: false)]), locks: [("pq", false)]),
      Action(
        name: "d", options: "enabled-if: '!e.running'", rule: .init(needs: [.init("e", .running, is: false)]),
        locks: [("de", false)]),
      Action(
        name: "e", options: "enabled-if: '!d.running', while-running: { concurrent: 2 }",
        rule: .init(slots: 2, needs: [.init("d", .running, is: false)]), locks: [("de", true)],
        slots: ["e0", "e1"]),
      Action(name: "s", rule: .init(), locks: [("s", false)]),
      Action(
        name: "r", options: "enabled-if: s.succeeded",
        rule: .init(needs: [.init("s", .succeeded, is: true)]), locks: [("r", false)]),
      Action(name: "w", options: "while-running: { queue: 8 }", rule: .init(), locks: [("w", false)]),
      Action(name: "k", rule: .init(), locks: [("k", false)], freeing: ["eve", "finn"]),
    ]

  /// The actions that are pressed on a machine.
  static func actions(on computer: String) -> [Action] { actions.filter { !$0.freeing.contains(computer) } }

  /// An action that is not shared.
  static let own = "own"

  static let rules = HistoryRules(
    Dictionary(uniqueKeysWithValues: actions.map { ($0.name, $0.rule) }))

  static func text(for computer: String, etcd: [String], program: String, witness: String) -> String {
    let rows = actions.map { action in
      """
        \(action.name):
          { run: \([program, witness, action.name] + action.witnessed), shared: true,
            \(action.options(on: computer))input: { prompt: Press } }
      """
    }
    return """
      cluster: { etcd: \(etcd), realm: torture, board: web }
      actions:
      \(rows.joined(separator: "\n"))
        \(own): { run: 'true' }

      """
  }
}
