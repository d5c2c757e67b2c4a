import Board
import Configuration
import TestSupport
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct TaskReaderTests {
  private let file = """
    version: '3'
    includes:
      docs: ./docs
      remote: https://example.com/Taskfile.yml
      flat: { taskfile: flat.yml, flatten: true }
      gone: { taskfile: gone.yml, optional: true }
      up: ../Taskfile.yml
    vars: { X: &x 1 }
    tasks:
      default: { deps: [build] }
      build:
        desc: Build {{.X}}
        aliases: [b]
        cmds: [go build]
      short: go vet
      helper: { internal: true, cmd: x }
      "lint:*": x
      "A=b": x
      release:
        requires: { vars: [VERSION] }
        cmds: ["git tag {{.VERSION}}"]
      deploy:
        requires: { vars: [{ name: ENV, enum: [staging, production] }] }
      odd: { requires: { vars: [{ name: ENV, enum: [a, ""] }] } }
      two: { requires: { vars: [A, B] } }
      loop: { watch: true, cmd: x }
      ask: { prompt: Sure?, cmd: x }
      yes: { cmd: x }
    """

  private var found: Found {
    Found([
      "Taskfile.yml": file, "flat.yml": "version: 3\ntasks: { flat: a }\n",
      "docs/Taskfile.yml": "includes: { self: Taskfile.yml }\ntasks: { serve: { cmd: x }, default: y }\n",
    ])
  }

  @Test func `tasks have their names, texts and aliases, also those of included files`() throws {
    #expect(
      found.ids == [
        "default", "build", "short", "release", "deploy", "odd", "two", "loop", "ask", "yes", "docs_serve",
        "docs_default",
        "flat",
      ])
    try expectEqual(found.action("build").notes.summary, "Build {{.X}}")
    try expectEqual(found.action("build").also, ["b"])
    try expectEqual(found.words("docs_serve"), ["task", "docs:serve"])
    #expect(try found.action("loop").service != nil)
  }

  @Test func `an alias that would be an option is left out, and its task is not`() throws {
    let found = Found(["Taskfile.yml": "version: 3\ntasks: { a: { cmd: x, aliases: [-b, c] } }\n"])
    try expectEqual(found.action("a").also, ["c"])
  }

  @Test func `a file that is included twice has its tasks twice, and one that includes itself has not`()
    throws
  {
    let found = Found([
      "Taskfile.yml": "version: 3\nincludes: { a: ./x.yml, b: ./x.yml }\ntasks: {}\n",
      "x.yml": "version: 3\nincludes: { c: ./x.yml, d: ./Taskfile.yml }\ntasks: { t: echo }\n",
    ])
    #expect(found.ids == ["a_t", "b_t"])
    #expect(found.remarks.filter { $0.contains("x.yml:2: d: this file includes itself") }.count == 2)
  }

  @Test func `files that include each other are not read without end`() throws {
    let includes = (0..<40).map { "i\($0): ./\($0).yml" }.joined(separator: ", ")
    let text = "version: 3\nincludes: { \(includes) }\ntasks: { t: echo }\n"
    let files = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0).yml", text) })
    let found = Found(files.merging(["Taskfile.yml": text]) { $1 })
    #expect(found.ids.count == 65)
    #expect(found.remarks.contains { $0.contains("too often") })
  }

  @Test func `required variables are entered, and cannot be more than plain words`() throws {
    try expectEqual(found.words("release"), ["task", "release", #"{"VERSION=""VERSION"}"#])
    let version = try found.input("VERSION", of: "release")
    #expect(version.isNeeded && version.mistake(in: "v1.2") == nil)
    #expect(version.mistake(in: "1.2\"; rm -rf x; \"") != nil)
    try expectEqual(found.action("deploy").form.inputs.map(\.choices), [["staging", "production"]])
    try expectEqual(found.action("two").form.inputs.map(\.name), ["A", "B"])
    try expectEqual(found.words("two"), ["task", "two", #"{"A=""A"}"#, #"{"B=""B"}"#])
    for text in ["$X", "2;x", "-x", ""] {
      #expect(try found.action("two").form.problem(in: .named([.init("A", text), .init("B", "1")])) != nil)
    }
  }

  @Test func `remote files are not fetched, and patterns and missing files are said`() {
    #expect(
      found.remarks.contains(
        "Taskfile.yml:4: remote: a file of another machine is not fetched: task does that"))
    #expect(found.remarks.contains { $0.contains("up: a file outside") })
    #expect(found.remarks.contains { $0.contains("lint:*: a pattern") })
    #expect(found.remarks.contains { $0.contains("A=b: task would take") })
    #expect(!found.remarks.contains { $0.contains("gone") })
  }

  @Test func `a file that is not YAML has a mistake with its line`() {
    let found = Found(["Taskfile.yml": "version: 3\ntasks:\n  a: [x\n"])
    #expect(found.project.mistakes.first?.location != nil)
  }
}
