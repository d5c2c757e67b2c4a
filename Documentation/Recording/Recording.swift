import Foundation
import PseudoTerminal
import TerminalUI

/// The output of a program, with the time of each write.
struct Recording {
  struct Moment {
    /// The time since the recording began.
    var time: Duration
    /// What the program wrote.
    var output: String
    /// The screen after this write.
    var screen: VTScreen
  }

  enum Failure: Error, CustomStringConvertible {
    case neverSeen(String, screen: String)
    case notOpened

    var description: String {
      switch self {
      case .neverSeen(let text, let screen): "\"\(text)\" never appeared; the screen was\n\(screen)"
      case .notOpened: "the script must open the program before any other step"
      }
    }
  }

  let size: Size
  private(set) var moments: [Moment] = []
  private(set) var duration = Duration.zero

  /// Creates a recording from these moments.
  init(size: Size, moments: [Moment], duration: Duration) {
    self.size = size
    self.moments = moments
    self.duration = duration
  }

  /// Runs the program in an empty directory and performs the steps of the script.
  /// - Parameter root: The directory that boards are found in.
  init(of script: SessionScript, program path: String, root: String = ".") throws {
    size = script.size
    let directory = NSTemporaryDirectory() + "signalbox-recording-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var terminal: PseudoTerminal?
    let clock = ContinuousClock()
    let start = clock.now
    for step in script.steps {
      switch (step, terminal) {
      case (.board(let file), _):
        try? FileManager.default.removeItem(atPath: directory + "/signalbox.yml")
        try FileManager.default.copyItem(
          atPath: root + "/" + file, toPath: directory + "/signalbox.yml")
      case (.open(let arguments), _):
        var program = Program(path, arguments: arguments, environment: ["HOME": directory])
        program.directory = directory
        terminal = try PseudoTerminal(program, size: size)
      case (_, nil): throw Failure.notOpened
      case (.type(let text), let terminal?): terminal.send(text)
      case (.pause(let length), let terminal?):
        let end = clock.now + length
        while clock.now < end {
          listen(to: terminal, for: min(.milliseconds(20), end - clock.now), since: start)
        }
      case (.wait(let text), let terminal?):
        let end = clock.now + .seconds(30)
        while !terminal.screen.text.contains(text) {
          guard clock.now < end else { throw Failure.neverSeen(text, screen: terminal.screen.text) }
          listen(to: terminal, for: .milliseconds(20), since: start)
        }
      }
    }
    duration = clock.now - start
  }

  /// Records the output of the program during this time.
  private mutating func listen(
    to terminal: PseudoTerminal, for time: Duration, since start: ContinuousClock.Instant
  ) {
    let before = terminal.output.count
    guard !terminal.isSilent(for: time), terminal.output.count > before else { return }
    // Each frame is one write, and ends with a complete character.
    let output = String(decoding: terminal.output[before...], as: UTF8.self)
    moments.append(Moment(time: ContinuousClock.now - start, output: output, screen: terminal.screen))
  }
}
