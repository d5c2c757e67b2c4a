import Fuzzing
import Testing

/// A tool that runs what its files name, and a project for it whose actions record what arrives.
enum ForeignTool: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case just, task, make, npm, honcho

  var testDescription: String { rawValue }

  struct Action {
    /// What is given to `signalbox run`; more than one where the tool starts several.
    var arguments: [[String]]
    /// What is typed after the name of the tool.
    var typed: [String]
    /// How many programs run at once.
    var programs = 0

    init(_ name: String, _ inputs: [(String, String)] = [], typed: [String]) {
      arguments = [[name] + inputs.flatMap { ["--input", "\($0)=\($1)"] }]
      self.typed = typed
    }

    init(all names: [String], typed: [String]) {
      arguments = names.map { [$0] }
      self.typed = typed
      programs = names.count
    }
  }

  struct Project {
    var files: [String: String]
    var actions: [Action]
  }

  /// - Parameter recorder: The program that the actions run.
  func project(_ recorder: String, _ random: inout SeededGenerator) -> Project {
    switch self {
    case .just: Self.just(recorder, &random)
    case .task: Self.task(recorder, &random)
    case .make: Self.make(recorder, &random)
    case .npm: Self.npm(recorder, &random)
    case .honcho: Self.honcho(recorder)
    }
  }

  /// Different names, of words and what may stand between them.
  private static func names(
    _ count: Int, _ separators: [String], _ words: [String], _ random: inout SeededGenerator
  ) -> [String] {
    let words = ["build", "test", "a", "Docs", "x86_64", "v2", "deploy", "list", "run"] + words
    var names: [String] = []
    while names.count < count {
      let parts = (0...(random.below(3))).map { _ in random.pick(words) }
      let name = parts.dropFirst().reduce(parts[0]) { $0 + random.pick(separators) + $1 }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// What is given where a file only passes it on.
  private static let values = [
    "a", "a b", "ü", "x'y\"z", "$HOME", "*", "a=b", "~", "\\", "`id`", "a;b", "{{x}}", "😀",
  ]
  /// What is given where a file makes it a part of a command.
  private static let plainValues = ["a", "b/c.txt", "1.5", "x_y", "a=b", "@x", "a,b"]

  private static func just(_ recorder: String, _ random: inout SeededGenerator) -> Project {
    var text = """
      set dotenv-load
      set export
      import 'more.just'
      mod inner
      mod other 'größe x/other.just'
      version := 'v' + "1"


      """
    var actions: [Action] = []
    let names = names(28, ["-", "_"], [], &random)
    for (index, name) in names.enumerated() {
      switch index % 7 {
      case 0:
        text += "# Says \(name)\n\(name):\n    \(recorder) \(name) {{version}} \"$version\"\n"
        actions.append(Action(name, typed: [name]))
      case 1:
        text += "[group('g')]\n\(name) first second='d e':\n    \(recorder) {{quote(first)}} \"$second\"\n"
        let value = random.pick(plainValues)
        actions.append(Action(name, [("first", value)], typed: [name, value]))
        let other = random.pick(plainValues)
        actions.append(Action(name, [("first", value), ("second", other)], typed: [name, value, other]))
      case 2:
        text += "\(name) $first='x y' *rest:\n    \(recorder) \"$first\" {{rest}}\n"
        actions.append(Action(name, typed: [name]))
        let value = random.pick(plainValues)
        actions.append(Action(name, [("first", value), ("rest", "a")], typed: [name, value, "a"]))
      case 3:
        text += "[positional-arguments]\n\(name) a b:\n    \(recorder) \"$1\" \"$2\" \"$#\"\n"
        let (value, other) = (random.pick(values), random.pick(values))
        actions.append(Action(name, [("a", value), ("b", other)], typed: [name, value, other]))
      case 4:
        text +=
          "\(name): \(names[index - 4]) (\(names[index - 3]) \"x\")\n    \(recorder) \(name)\n    exit \(index % 3)\n"
        actions.append(Action(name, typed: [name]))
      case 5:
        text += "alias short\(index) := \(name)\n\(name) what:\n    \(recorder) {{what}}\n"
        let value = random.pick(plainValues)
        actions.append(Action(name, [("what", value)], typed: [name, value]))
        actions.append(Action("short\(index)", [("what", value)], typed: ["short\(index)", value]))
      default:
        text +=
          "[working-directory('inner')]\n\(name):\n    #!/bin/sh\n    \(recorder) script \"$A_DOTENV\"\n"
        actions.append(Action(name, typed: [name]))
      }
    }
    let files = [
      "justfile": text, ".env": "A_DOTENV='from the file'\nB_DOTENV=$A_DOTENV\n",
      "more.just": "imported a='1':\n    \(recorder) {{a}}\n[no-cd]\nstays:\n    \(recorder) stays\n",
      "inner/mod.just": "deep:\n    \(recorder) deep\n_no:\n    false\nwith a:\n    \(recorder) {{a}}\n",
      "größe x/other.just": "set export\nx := 'y'\nfar:\n    \(recorder) \"$x\"\n",
    ]
    actions += [
      Action("imported", typed: ["imported"]), Action("imported", [("a", "2")], typed: ["imported", "2"]),
      Action("stays", typed: ["stays"]), Action("inner::deep", typed: ["inner::deep"]),
      Action("inner::with", [("a", "b")], typed: ["inner::with", "b"]),
      Action("other::far", typed: ["other::far"]),
    ]
    return Project(files: files, actions: actions)
  }

  private static func task(_ recorder: String, _ random: inout SeededGenerator) -> Project {
    var text = """
      version: '3'
      dotenv: ['.env']
      env: { A_GLOBAL: 'x y' }
      vars: { VERSION: v1 }
      includes:
        inner: { taskfile: ./inner, dir: ./inner }
        here: { taskfile: ./inner/Taskfile.yml, aliases: [h] }
        flat: { taskfile: ./flat.yml, flatten: true }
      tasks:

      """
    var actions: [Action] = []
    let names = names(25, ["-", "_", ":", "."], ["größe"], &random)
    for (index, name) in names.enumerated() {
      text += "  '\(name)':\n"
      switch index % 5 {
      case 0:
        text += "    cmds: ['\(recorder) \(name) {{.VERSION}} \"$A_DOTENV\"']\n"
        actions.append(Action(name, typed: [name]))
      case 1:
        text += "    requires: { vars: [X] }\n    cmds: ['\(recorder) {{.X}} \"{{.X}}\"']\n"
        let value = random.pick(plainValues)
        actions.append(Action(name, [("X", value)], typed: [name, "X=\(value)"]))
      case 2:
        text += "    requires: { vars: [{ name: Y, enum: [one, two] }] }\n    dir: inner\n"
        text += "    env: { B_OWN: '{{.Y}}' }\n    cmds: ['\(recorder) {{.Y}}', '\(recorder) second']\n"
        let value = random.pick(["one", "two"])
        actions.append(Action(name, [("Y", value)], typed: [name, "Y=\(value)"]))
      case 3:
        text +=
          "    aliases: ['s\(index)', 's:\(index)']\n    deps: ['\(names[index - 3])']\n    cmd: \(recorder) \(name)\n"
        actions.append(Action(name, typed: [name]))
        actions.append(Action("s:\(index)", typed: ["s:\(index)"]))
      default:
        text +=
          "    dir: 'größe x'\n    cmds: [{ task: '\(names[index - 4])' }, '\(recorder) \(name)', 'exit 3']\n"
        actions.append(Action(name, typed: [name]))
      }
    }
    let inner = """
      version: '3'
      tasks:
        default: \(recorder) default
        deep: { internal: false, cmds: ['\(recorder) deep "$A_GLOBAL"'] }
        with: { requires: { vars: [Z] }, cmds: ['\(recorder) {{.Z}}'] }

      """
    actions += [
      Action("inner:deep", typed: ["inner:deep"]), Action("inner", typed: ["inner"]),
      Action("inner:with", [("Z", "b")], typed: ["inner:with", "Z=b"]),
      Action("here:deep", typed: ["here:deep"]),
      Action("even", typed: ["even"]),
    ]
    return Project(
      files: [
        "Taskfile.yml": text, ".env": "A_DOTENV='from the file'\n", "inner/Taskfile.yml": inner,
        "flat.yml": "version: '3'\ntasks: { even: { dir: inner, cmds: ['\(recorder) even'] } }\n",
      ], actions: actions)
  }

  private static func make(_ recorder: String, _ random: inout SeededGenerator) -> Project {
    let names = names(22, ["-", "_", ".", ":", "/", "+"], ["größe"], &random)
    let escaped = names.map { $0.replacing(":", with: "\\:") }
    var text = "export A_VARIABLE := x y\ninclude more.mk\n.PHONY: \(escaped.joined(separator: " "))\n"
    for (index, name) in escaped.enumerated() {
      switch index % 4 {
      case 0: text += "\(name): ## Says it\n\t@\(recorder) '$@' \"$(A_VARIABLE)\" '$(MAKECMDGOALS)'\n"
      case 1: text += "\(name): \(escaped[index - 1]) | \(escaped[0])\n\t\(recorder) second $(CURDIR)\n"
      case 2: text += "\(name): export B_OWN = $(A_VARIABLE)\n\(name):; @\(recorder) 'one line'\n"
      default: text += "\(name)::\n\t@cd inner && \(recorder) in\n\t@exit 3\n"
      }
    }
    return Project(
      files: [
        "Makefile": text, "more.mk": "included: ; \(recorder) $(MAKEFILE_LIST)\n.PHONY: included\n",
        ".env": "A=1\n",
      ],
      actions: (names + ["included"]).map { Action($0, typed: [$0]) })
  }

  private static func npm(_ recorder: String, _ random: inout SeededGenerator) -> Project {
    let names = names(20, ["-", "_", ":", ".", "/"], ["größe"], &random)
    var scripts: [String] = []
    for (index, name) in names.enumerated() {
      switch index % 4 {
      case 0: scripts.append("\"\(name)\": \"\(recorder) \\\"a b\\\" $npm_lifecycle_event\"")
      case 1:
        scripts.append("\"pre\(name)\": \"\(recorder) before\"")
        scripts.append("\"\(name)\": \"\(recorder) '*' && exit 3\"")
        scripts.append("\"post\(name)\": \"\(recorder) after\"")
      case 2: scripts.append("\"\(name)\": \"npm run --silent '\(names[index - 2])' -- more\"")
      default: scripts.append("\"\(name)\": \"cd inner && B_OWN=1 \(recorder) \\\\\\\\\"")
      }
    }
    return Project(
      files: [
        "package.json":
          "{\"name\": \"x\", \"version\": \"1.2.3\", \"config\": {\"a\": \"b\"}, \"scripts\": {\(scripts.joined(separator: ", "))}}"
      ],
      actions: names.map { Action($0, typed: ["run", $0]) })
  }

  /// All programs are started at once, since honcho counts the ports of those that it starts.
  private static func honcho(_ recorder: String) -> Project {
    let lines = [
      "web": "\(recorder) web $PORT \"a b\" $A_DOTENV", "worker-2": "A_OWN=1 \(recorder) worker $PORT",
      "cd_inner": "cd inner && exec \(recorder) '*' \\$PORT",
      "last": "\(recorder) \"${A_DOTENV}\" # a comment",
      "quoted": "sh -c '\(recorder) \"$0\" \"$PORT\"' x", "many": "\(recorder) 1; \(recorder) 2 || false",
    ]
    let names = ["web", "worker-2", "cd_inner", "last", "quoted"]
    let text = names.map { "\($0): \(lines[$0] ?? "")\n" }.joined()
    return Project(
      files: ["Procfile": text, ".env": "PORT=7000\nA_DOTENV='c d'\nB_DOTENV=\"e f\"\n"],
      actions: [Action(all: names, typed: ["start"])])
  }
}
