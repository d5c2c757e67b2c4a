import Foundation
import PseudoTerminal
import TerminalUI

/// Plays a script to the real program and records what its terminal shows.
///
///     swift run -c release SessionRecorder Documentation/session.txt
///
/// This writes two files next to the script: `session.svg`, an animated picture for any browser, and
/// `session.cast`, which `asciinema play` replays.
@main
struct SessionRecorder {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, arguments.count == 1 else {
      fail("usage: SessionRecorder SCRIPT", status: 2)
    }
    do {
      let script = try SessionScript(String(contentsOfFile: path, encoding: .utf8))
      let program = URL(fileURLWithPath: BuiltProducts.path(of: "signalbox")).path
      let recording = try Recording(of: script, program: program)
      let stem = path.hasSuffix(".txt") ? String(path.dropLast(4)) : path
      try AnimatedPicture(recording).svg.write(toFile: stem + ".svg", atomically: true, encoding: .utf8)
      try Asciicast(recording).text.write(toFile: stem + ".cast", atomically: true, encoding: .utf8)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("SessionRecorder: \(message)\n".utf8))
    exit(status)
  }
}
