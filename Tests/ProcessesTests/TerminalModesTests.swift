import Foundation
import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct TerminalModesTests {
  /// The names of control characters, with which the log of the tests changes no terminal.
  private static let names = ["\u{1B}": "␛", "\u{7}": "␇", "\u{F}": "␏", "\u{18}": "␘"]

  private func bytes(_ text: String) -> [UInt8] {
    Array(Self.names.reduce(text) { $0.replacingOccurrences(of: $1.value, with: $1.key) }.utf8)
  }

  private func named(_ bytes: [UInt8]) -> String {
    Self.names.reduce(String(decoding: bytes, as: UTF8.self)) {
      $0.replacingOccurrences(of: $1.key, with: $1.value)
    }
  }

  private func modes(_ printed: String) -> TerminalModes {
    var modes = TerminalModes()
    bytes(printed).withUnsafeBytes { modes.take($0) }
    return modes
  }

  private func setting(_ printed: String) -> String { named(modes(printed).settingBytes) }

  private func resetting(_ printed: String) -> String { named(modes(printed).resettingBytes) }

  /// What is written in any case: first the end of a string, in the end letters and no colour.
  private static let first = "␛\\"
  private static let always = "␏␛(B␛[0m"

  @Test func `a program that sets nothing leaves nothing`() {
    #expect(setting("text ␛[31mred\n␛[2J") == "")
    #expect(resetting("text ␛[31mred\n␛[2J") == Self.first + Self.always)
  }

  @Test(arguments: [
    ("␛[?1000;1006h", "␛[?1000h␛[?1006h", "␛[?1000l␛[?1006l" + always),
    ("␛[?25l", "␛[?25l", "␛[?25h" + always),
    ("␛[?1049h", "␛[?1049h", always + "␛[?1049l"),
    ("␛[4h", "␛[4h", "␛[4l" + always),
    ("␛=", "␛=", "␛>" + always),
    ("␛[6 q", "␛[6 q", "␛[0 q" + always),
    ("␛[>1u␛[>5u", "␛[>1u␛[>5u", "␛[<2u" + always),
    ("␛[>4;2m", "␛[>4;2m", "␛[>4m" + always),
    ("␛[2;20r", "", "␛7␛[r␛8" + always),
    ("␛]11;#ffffff␇", "", "␛]111␛\\" + always),
    ("␛]8;;http://x␛\\", "", "␛]8;;␛\\" + always),
  ]) func `what a program sets is set again and reset`(printed: String, set: String, reset: String) {
    #expect(setting(printed) == set)
    #expect(resetting(printed) == Self.first + reset)
  }

  @Test(arguments: [
    "␛[?1049h␛[?1000h␛[?1000l␛[?1049l", "␛[?25l␛[?25h", "␛=␛>",
    "␛[>1u␛[<u", "␛[4h␛[4l", "␛[?1000h␛[?25l␛[6 q␛c",
  ]) func `what a program has reset itself needs nothing`(printed: String) {
    #expect(setting(printed) == "")
    #expect(resetting(printed) == Self.first + Self.always)
  }

  @Test func `a sequence that is not complete is ended`() {
    #expect(resetting("␛]0;title") == "␘" + Self.first + Self.always)
    #expect(resetting("␛[12") == "␘" + Self.first + Self.always)
    #expect(resetting("␛]0;title\nmore") == "␘" + Self.first + Self.always)
    #expect(resetting("␛Pdata\r\n") == "␘" + Self.first + Self.always)
  }

  @Test func `the end of a line is in a sequence what it is in a terminal`() {
    #expect(setting("␛[?1000\nh␛[?10\r\n06h") == "␛[?1000h␛[?1006h")
    #expect(setting("␛]0;title\n␛[?1000h") == "␛[?1000h")
  }

  @Test func `bytes may be split anywhere`() {
    let printed = bytes("␛[?1000h␛]4;1;red␇␛[>1u")
    var modes = TerminalModes()
    for byte in printed { [byte].withUnsafeBytes { modes.take($0) } }
    #expect(named(modes.settingBytes) == "␛[?1000h␛[>1u")
    #expect(
      named(modes.resettingBytes)
        == Self.first + "␛[<1u␛]104␛\\␛[?1000l" + Self.always)
  }

  @Test func `the number of modes is bounded`() {
    let printed = (100..<5_000).map { "␛[?\($0)h␛[>1u" }.joined()
    #expect(modes(printed).settingBytes.count < 1_000)
  }

  @Test func `questions are reported`() {
    var modes = TerminalModes()
    var questions: [TerminalModes.Question] = []
    bytes("␛[c␛[0c␛[>c␛[5n␛[6n␛[?6n").withUnsafeBytes {
      modes.take($0) { questions.append($0) }
    }
    #expect(
      questions == [.attributes, .attributes, .status, .cursor(isPrivate: false), .cursor(isPrivate: true)])
  }
}
