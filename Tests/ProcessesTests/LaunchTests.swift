import TestSupport
import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct LaunchTests {
  private func reason(
    _ invocation: Invocation, directory: String? = nil, environment: [String: String] = [:]
  ) async -> String? {
    let outcome = await CommandRunner(groups: ProcessGroups(capacity: 4))
      .run(invocation, directory: directory, environment: environment) { _ in }
    guard case .cannotStart(let reason, _) = outcome else { return nil }
    return reason
  }

  @Test func `a program that is not in the path`() async {
    await expectEqual(reason(.arguments(["no-such-program"])), "no-such-program: not found in PATH")
  }

  @Test func `a file that is not there`() async {
    await expectEqual(reason(.arguments(["/no/such/file"])), "/no/such/file: No such file or directory")
    await expectEqual(
      reason(.arguments(["./nothing"]), directory: "/"), "./nothing: No such file or directory")
  }

  @Test func `a file that is not executable`() async throws {
    let scratch = try Scratch()
    try scratch.write("#!/bin/sh\n", to: "tool")
    await expectEqual(reason(.arguments(["./tool"]), directory: scratch.path), "./tool: not executable")
  }

  @Test func `a directory is no program`() async {
    await expectEqual(reason(.arguments(["/tmp/"])), "/tmp/: is a directory")
  }

  @Test func `a script without its interpreter`() async throws {
    let scratch = try Scratch()
    let tool = try scratch.write("#!/no/such/interpreter\n", to: "tool", permissions: 0o755)
    await expectEqual(reason(.arguments([tool])), "\(tool): its interpreter was not found")
  }

  @Test func `a file that is no program at all`() async throws {
    let scratch = try Scratch()
    let tool = try scratch.write("echo hello\n", to: "tool", permissions: 0o755)
    let expected = "\(tool): neither a program nor a script that begins with #!"
    await expectEqual(reason(.arguments([tool])), expected)
  }

  @Test func `a directory that is not there`() async {
    let expected = "cannot enter /no/such/directory: No such file or directory"
    await expectEqual(reason(.shell("true"), directory: "/no/such/directory"), expected)
  }

  @Test func `a directory that is a file`() async throws {
    let file = try Scratch().write("", to: "file")
    await expectEqual(reason(.shell("true"), directory: file)?.hasPrefix("cannot enter \(file): "), true)
  }

  @Test func `no program`() async {
    await expectEqual(reason(.arguments([])), "there is no program to run")
    await expectEqual(reason(.arguments([""])), "there is no program to run")
  }

  @Test func `a null byte`() async {
    await expectEqual(reason(.shell("echo a\u{0}b")), "an argument contains a null byte")
    await expectEqual(reason(.arguments(["echo", "\u{0}"])), "an argument contains a null byte")
  }

  @Test func `a variable with an impossible name`() async {
    await expectEqual(reason(.shell("true"), environment: ["A=B": "c"])?.contains("A=B"), true)
  }

  @Test func `too many at once`() async {
    let runner = CommandRunner(groups: ProcessGroups(capacity: 0))
    await expectEqual(
      runner.run(.shell("true")) { _ in }, .cannotStart("too many commands run at once", mayPass: true))
  }

  @Test func `a cancelled task`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await CommandRunner().run(.shell("true")) { _ in }
    }
    await expectEqual(task.value, .cannotStart("cancelled before it started"))
  }
}
