import Fuzzing
import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct TerminalFilterTests {
  private func filtered(_ chunks: [[UInt8]]) -> String {
    var filter = TerminalFilter()
    var passed: [UInt8] = []
    for chunk in chunks { chunk.withUnsafeBytes { passed += filter.take($0) } }
    passed += filter.finish()
    return String(decoding: passed, as: UTF8.self).replacing("\u{1B}", with: "\\e")
  }

  private func filtered(_ output: String) -> String {
    filtered([Array(output.replacing("\\e", with: "\u{1B}").utf8)])
  }

  @Test func `text, colours and movements pass`() {
    #expect(filtered("größe §\r\n\t|\u{8}/\n") == "größe §\r\n\t|\u{8}/\n")
    #expect(filtered("\\e[31ma\\e[0mb\n") == "\\e[0;31ma\\e[0mb\n")
    #expect(filtered("\\e[2K\\e[1G\\e[3Aa\\e7b\\e8\n") == "\\e[2K\\e[1G\\e[3Aa\\e7b\\e8\n")
  }

  @Test(arguments: [
    "\\e]0;title\u{7}", "\\e]52;c;YQ==\u{7}", "\\e[?1049h", "\\e[?25l", "\\e[6n", "\\e[c", "\\e[3J", "\\ec",
    "\\eP1$q\\e\\", "\\e[2J", "\\e[5;5H", "\\e[5d", "\u{9B}31m", "\\e[5;10r", "\\e[8;50;100t", "\u{7}",
    "\u{0}", "\\e(0", "\\e[>4;2m",
  ])
  func `everything else is removed`(sequence: String) {
    #expect(filtered("a\(sequence)b\n") == "ab\n")
  }

  @Test func `a colour ends before the end of each line`() {
    #expect(filtered("\\e[31ma\nb") == "\\e[0;31ma\\e[0m\n\\e[0;31mb\\e[0m\n")
    #expect(filtered("\\e[31m\n\n\\e[0m") == "\n\n")
  }

  @Test func `the last line is ended`() {
    #expect(filtered("a") == "a\n")
    #expect(filtered("a\r") == "a\r\n")
    #expect(filtered("") == "")
  }

  @Test func `what is written at an absolute position is removed`() {
    #expect(filtered("a\\e7\\e[24;0f\\e[42m20%\\e[0m\\e8b\n") == "a\\e7\\e8b\n")
    #expect(filtered("a\\e7\\e[24;0f20%\nb\n") == "a\\e7\nb\n")
  }

  @Test func `the result does not depend on the chunks`() throws {
    for recording in Recording.all {
      let bytes = try recording.bytes
      for seed in Seeds(10) {
        var random = SeededGenerator(seed: seed)
        #expect(
          filtered(random.chunks(of: bytes, upTo: 50)) == filtered([bytes]), "\(recording.name) \(seed)")
      }
    }
  }
}
