import TestSupport
import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(5))) struct LaunchTests {
  private func reason(
    _ invocation: Invocation, directory: String? = nil, environment: [String: String] = [:]
  ) async -> String? {
    let outcome = await CommandRunner(groups: ProcessGroups(capacity: 4))
      .run(invocation, directory: directory, environment: environment) { _ in }
    guard case .cannotStart(let reason) = outcome else { return nil }
    return reason
  }

  @Test func aProgramThatIsNotInThePath() async {
    #expect(await reason(.arguments(["no-such-program"])) == "no-such-program: not found in PATH")
  }

  @Test func aFileThatIsNotThere() async {
    #expect(await reason(.arguments(["/no/such/file"])) == "/no/such/file: No such file or directory")
    #expect(await reason(.arguments(["./nothing"]), directory: "/") == "./nothing: No such file or directory")
  }

  @Test func aFileThatIsNotExecutable() async throws {
    let scratch = try Scratch()
    try scratch.write("#!/bin/sh\n", to: "tool")
    #expect(await reason(.arguments(["./tool"]), directory: scratch.path) == "./tool: not executable")
  }

  @Test func aDirectoryIsNoProgram() async {
    #expect(await reason(.arguments(["/tmp/"])) == "/tmp/: is a directory")
  }

  @Test func aScriptWithoutItsInterpreter() async throws {
    let scratch = try Scratch()
    let tool = try scratch.write("#!/no/such/interpreter\n", to: "tool", permissions: 0o755)
    #expect(await reason(.arguments([tool])) == "\(tool): its interpreter was not found")
  }

  @Test func aFileThatIsNoProgramAtAll() async throws {
    let scratch = try Scratch()
    let tool = try scratch.write("echo hello\n", to: "tool", permissions: 0o755)
    let expected = "\(tool): neither a program nor a script that begins with #!"
    #expect(await reason(.arguments([tool])) == expected)
  }

  @Test func aDirectoryThatIsNotThere() async {
    let expected = "cannot enter /no/such/directory: No such file or directory"
    #expect(await reason(.shell("true"), directory: "/no/such/directory") == expected)
  }

  @Test func aDirectoryThatIsAFile() async throws {
    let file = try Scratch().write("", to: "file")
    #expect(await reason(.shell("true"), directory: file)?.hasPrefix("cannot enter \(file): ") == true)
  }

  @Test func noProgram() async {
    #expect(await reason(.arguments([])) == "there is no program to run")
    #expect(await reason(.arguments([""])) == "there is no program to run")
  }

  @Test func aNullByte() async {
    #expect(await reason(.shell("echo a\u{0}b")) == "an argument contains a null byte")
    #expect(await reason(.arguments(["echo", "\u{0}"])) == "an argument contains a null byte")
  }

  @Test func aVariableWithAnImpossibleName() async {
    #expect(await reason(.shell("true"), environment: ["A=B": "c"])?.contains("A=B") == true)
  }

  @Test func tooManyAtOnce() async {
    let runner = CommandRunner(groups: ProcessGroups(capacity: 0))
    #expect(await runner.run(.shell("true")) { _ in } == .cannotStart("too many commands run at once"))
  }

  @Test func aTaskThatIsCancelledAlready() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await CommandRunner().run(.shell("true")) { _ in }
    }
    #expect(await task.value == .cannotStart("cancelled before it started"))
  }
}
