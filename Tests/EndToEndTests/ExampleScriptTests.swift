import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The scripts of `examples/scripts`, each as its users run it.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .enabled(if: ScriptTools.arePresent))
struct ExampleScriptTests {
  fileprivate static let examples =
    URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/examples/scripts/"

  fileprivate struct Ended {
    var status: Int32
    var output: String
  }

  /// A project with the board of the scripts, and what its commands do.
  private final class Project {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox(
        try String(contentsOfFile: ExampleScriptTests.examples + "signalbox.yml", encoding: .utf8),
        way: .served)
      try script("build.sh", "echo built")
      try script("test.sh", "echo tested; echo x >>tests")
      try script("integration.sh", "test -e state/database && echo integrated")
      try script("backup.sh", "echo saved")
      try script(
        "database.sh",
        "mkdir -p state; touch state/database; trap 'rm state/database; exit 0' TERM; while :; do sleep 0.05; done"
      )
    }

    func script(_ name: String, _ text: String) throws {
      try sandbox.write("\(text)\n", to: name)
    }

    /// Starts shell code in the project, in which `signalbox` is the program.
    func start(_ code: String, _ variables: [String: String] = [:]) throws -> (ChildProgram, Pipe) {
      let output = Pipe()
      let program = URL(filePath: Sandbox.program).deletingLastPathComponent().path
      let child = try ChildProgram(
        "/bin/sh", ["-c", code],
        environment: Program.plainEnvironment.merging([
          "PATH": "\(program):/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": sandbox.directory,
        ]) { $1 }.merging(variables) { $1 },
        directory: sandbox.directory, output: .pipe(output), errors: nil)
      return (child, output)
    }

    func run(_ code: String, _ variables: [String: String] = [:]) throws -> Ended {
      try end(try start(code, variables))
    }

    func end(_ started: (ChildProgram, Pipe)) throws -> Ended {
      let output = String(decoding: started.1.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return Ended(status: started.0.waitForEnd().code, output: output)
    }

    func example(_ name: String) -> String { ExampleScriptTests.examples + name }
  }

  @Test func `two pushes beside a panel that tests are one run`() throws {
    let project = try Project()
    try project.script("test.sh", "echo x >>tests; while [ ! -e go ]; do sleep 0.02; done; echo tested")
    try expectEqual(
      project.run("signalbox run --quiet build && signalbox run --detach --quiet test").status, 0)
    let panel = try project.sandbox.panel()
    try panel.waitFor("test")
    // The present run is not repeated, and neither is that of the other push.
    let pushes = try (1...2).map { _ in try project.start("'\(project.example("pre-push"))'") }
    for push in pushes {
      var said = ""
      while !said.contains("test: joined run 1") {
        let bytes = push.1.fileHandleForReading.availableData
        try #require(!bytes.isEmpty, "it has ended, and said: \(said)")
        said += String(decoding: bytes, as: UTF8.self)
      }
    }
    try project.sandbox.write("", to: "go")
    for push in pushes {
      let end = try project.end(push)
      #expect(end.status == 0 && end.output.contains("tested"), "\(end)")
    }
    try expectEqual(project.sandbox.text(of: "tests"), "x\n")
    try expectEqual(project.run("signalbox history test --json").output.split(separator: "\n").count, 1)
    panel.send("q")
  }

  @Test func `a push is refused by its hook if a test fails`() throws {
    let project = try Project()
    let prepare = """
      git init -q . && git config user.email a@b && git config user.name A && echo tests >.gitignore &&
      git add -A && git commit -qm one && git init -q --bare "$HOME/remote.git" &&
      cp "\(project.example("pre-push"))" .git/hooks/pre-push && git remote add origin "$HOME/remote.git"
      """
    try expectEqual(project.run(prepare).status, 0)
    let good = try project.run("git push -q origin HEAD:main")
    #expect(good.status == 0, "\(good)")
    try project.script("test.sh", "echo broken; exit 1")
    let bad = try project.run("git commit -qam two && git push -q origin HEAD:main")
    #expect(bad.status != 0 && bad.output.contains("test: failed"), "\(bad)")
    try expectEqual(
      project.run("git --git-dir remote.git log --oneline main").output.split(separator: "\n").count, 1)
  }

  @Test func `bisecting finds the commit, also past builds that fail and boards with mistakes`() throws {
    let project = try Project()
    try expectEqual(
      project.run(
        "git init -q . && git config user.email a@b && git config user.name A && echo tests >.gitignore"
      ).status, 0)
    let board = try project.sandbox.text(of: "signalbox.yml")
    for number in 1...12 {
      try project.script("test.sh", number >= 8 ? "exit 3" : "exit 0")
      try project.script("build.sh", number == 5 ? "exit 1" : "true # \(number)")
      try project.sandbox.write(number == 6 ? "actions: [" : board, to: "signalbox.yml")
      try expectEqual(project.run("git add -A && git commit -qm 'commit \(number)'").status, 0)
    }
    let found = try project.run("'\(project.example("find-commit"))' HEAD HEAD~11")
    #expect(found.status == 0, "\(found)")
    try expectEqual(project.run("git log -1 --format=%s refs/bisect/bad").output, "commit 8\n", "\(found)")
  }

  @Test func `make runs actions, and says what was refused`() throws {
    let project = try Project()
    let make = "make -f '\(project.example("Makefile"))'"
    let good = try project.run("\(make) test")
    #expect(good.status == 0 && good.output.contains("built\n") && good.output.contains("tested"), "\(good)")
    let database = try project.run("\(make) integration")
    #expect(database.status == 0 && database.output.contains("integrated"), "\(database)")
    try project.script("build.sh", "exit 3")
    let bad = try project.run("\(make) build")
    #expect(bad.status == 2 && bad.output.contains("Error 1"), "\(bad)")
  }

  @Test func `a later step of a job reads what has failed`() throws {
    let project = try Project()
    try project.script("test.sh", "echo why it failed; exit 4")
    let lines = try String(contentsOfFile: project.example("ci.yml"), encoding: .utf8)
      .components(separatedBy: "\n")
    let first = try #require(
      lines.first { $0.contains("run: signalbox") }?.components(separatedBy: "run: ").last)
    let start = try #require(lines.firstIndex { $0.hasSuffix("run: |") })
    let second = lines[(start + 1)...].joined(separator: "\n")
    let test = try project.run(first)
    #expect(test.status == 1, "\(test)")
    // The box leaves, as it does when a step has ended.
    try expectEqual(project.run("signalbox stop").status, 0)
    let later = try project.run(second)
    #expect(later.output.contains("why it failed\n"), "\(later)")
    #expect(later.output.contains("failed: why it failed · exit code 4"), "\(later)")
  }

  @Test func `cron prints nothing unless it fails, and has the results of everybody`() throws {
    let project = try Project()
    let line = try #require(
      try String(contentsOfFile: project.example("crontab"), encoding: .utf8).split(separator: "\n").last)
    let command = line.split(separator: " ").dropFirst(5).joined(separator: " ")
      .replacing("project/signalbox.yml", with: "signalbox.yml")
    let program = URL(filePath: Sandbox.program).deletingLastPathComponent().path
    let cron =
      "env -i HOME='\(project.sandbox.directory)' PATH='\(program):/usr/bin:/bin' SHELL=/bin/sh sh -c '\(command)'"
    // Somebody with another environment has results elsewhere.
    let state = ["XDG_STATE_HOME": project.sandbox.path(of: "elsewhere")]
    try expectEqual(project.run("signalbox run --quiet build", state).status, 0)
    let good = try project.run(cron)
    #expect(good.status == 0 && good.output == "", "\(good)")
    try project.script("backup.sh", "echo disk is full; exit 1")
    let bad = try project.run(cron)
    #expect(
      bad.status == 1 && bad.output.contains("disk is full\n") && bad.output.contains("backup: failed"),
      "\(bad)")
    let elsewhere = try project.run(
      "signalbox run build", ["XDG_STATE_HOME": project.sandbox.path(of: "third")])
    #expect(
      elsewhere.output.contains("results are in ") && elsewhere.output.contains("/elsewhere/"), "\(elsewhere)"
    )
    try expectEqual(project.run("signalbox stop").status, 0)
    for variables in [state, [:]] {
      let list = try project.run("signalbox list", variables)
      #expect(
        list.output.contains(#/backup\s+failed/#) && list.output.contains(#/build\s+succeeded/#), "\(list)")
    }
  }

  @Test func `a database is started, waited for and left as it was`() throws {
    let project = try Project()
    let script = "'\(project.example("with-database"))'"
    let alone = try project.run(script)
    #expect(alone.status == 0 && alone.output.contains("integrated"), "\(alone)")
    #expect(!project.sandbox.has("state/database"))
    try expectEqual(project.run("signalbox run --ensure --quiet database").status, 0)
    let beside = try project.run(script)
    #expect(beside.status == 0 && beside.output.contains("integrated"), "\(beside)")
    #expect(project.sandbox.has("state/database"))
  }
}

/// The programs that the scripts need.
private enum ScriptTools {
  static let arePresent = ["git", "make"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
}
