import Foundation
import TestSupport
import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct OtherProgramTests {
  private func output(_ program: OtherProgram, _ environment: [String: String]) throws -> String {
    let pipe = Pipe()
    let arguments = program.arguments(for: "/a file")
    let process = try ChildProgram(
      "/bin/\(arguments[0])", Array(arguments.dropFirst()),
      environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, output: .pipe(pipe))
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitForEnd()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `the variables contain options, and the path is one argument`() throws {
    #expect(try output(.pager, ["PAGER": "printf %s|"]) == "/a file|")
    #expect(try output(.editor, ["EDITOR": "printf e%s|", "VISUAL": ""]) == "e/a file|")
    #expect(try output(.editor, ["EDITOR": "printf e%s|", "VISUAL": "printf v%s|"]) == "v/a file|")
  }

  @Test func `a program that is not there has a message`() {
    #expect(OtherProgram.pager.message(exitCode: 127) == "The pager cannot be started; PAGER names it")
    #expect(OtherProgram.editor.message(exitCode: nil) == "The editor was killed, or cannot be started")
    #expect(OtherProgram.editor.message(exitCode: 1) == nil)
  }
}
