import Foundation
import PseudoTerminal
import TerminalUI
import Testing

@testable import SessionRecorder

/// A recording of a real program, and what is made of it.
@Suite(.timeLimit(.minutes(5))) struct RecordingTests {
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

  @Test func whatAProgramShowsIsKeptWithItsTime() throws {
    let recording = try record(script)
    let last = try #require(recording.moments.last)
    #expect(last.screen.text.contains("<hello>"))
    #expect(last.time <= recording.duration)
    #expect(recording.moments.map(\.time) == recording.moments.map(\.time).sorted())
  }

  @Test func thePictureHasItsTextAndColors() throws {
    let svg = AnimatedPicture(try record(script)).svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("class=\"f1\">&lt;hello></text>"))
  }

  @Test func theCastIsALineOfJSONForEachWrite() throws {
    let recording = try record(script)
    let lines = Asciicast(recording).text.split(separator: "\n").map { Data($0.utf8) }
    #expect(lines.count == recording.moments.count + 1)
    let header = try JSONSerialization.jsonObject(with: lines[0]) as? [String: Int]
    #expect(header == ["version": 2, "width": 20, "height": 2])
    let written = try lines.dropFirst().map { try JSONSerialization.jsonObject(with: $0) as? [Any] }
    #expect(written.compactMap { $0?[2] as? String }.joined() == recording.moments.map(\.output).joined())
  }

  @Test func whatNeverAppearsIsSaid() {
    #expect { try record("press x") } throws: { "\($0)" == "the script types before it opens the program" }
  }
}
