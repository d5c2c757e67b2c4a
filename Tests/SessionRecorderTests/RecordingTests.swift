import Foundation
import PseudoTerminal
import TerminalUI
import Testing

@testable import SessionRecorder

/// Records a real program, and converts the recording.
@Suite(.timeLimit(.minutes(15))) struct RecordingTests {
  private func record(_ text: String) throws -> Recording {
    try Recording(of: SessionScript(text), program: "/bin/sh")
  }

  private let script = """
    size 20x2
    open -i
    type PS1=;clear;read\u{20}x;printf\u{20}'\\033[31m<%s>'\u{20}$x;read\u{20}x
    press Enter
    pause 50
    type hello
    press Enter
    wait <hello>
    """

  @Test func `the output of a program is recorded with its time`() throws {
    let recording = try record(script)
    let last = try #require(recording.moments.last)
    #expect(last.screen.text.contains("<hello>"))
    #expect(last.time <= recording.duration)
    #expect(recording.moments.map(\.time) == recording.moments.map(\.time).sorted())
  }

  @Test func `the picture has the recorded text and colours`() throws {
    let svg = AnimatedPicture(try record(script)).svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("class=\"f1\">&lt;hello></text>"))
  }

  @Test func `the cast has a line of JSON for each write`() throws {
    let recording = try record(script)
    let lines = Asciicast(recording).text.split(separator: "\n").map { Data($0.utf8) }
    #expect(lines.count == recording.moments.count + 1)
    let header = try JSONSerialization.jsonObject(with: lines[0]) as? [String: Int]
    #expect(header == ["version": 2, "width": 20, "height": 2])
    let written = try lines.dropFirst().map { try JSONSerialization.jsonObject(with: $0) as? [Any] }
    #expect(written.compactMap { $0?[2] as? String }.joined() == recording.moments.map(\.output).joined())
  }

  @Test func `a text that never appears is reported`() {
    let message = "the script must open the program before any other step"
    #expect { try record("press x") } throws: { "\($0)" == message }
  }
}
