import Foundation
import Fuzzing
import TerminalUI
import Testing

@testable import Programs

/// Real programs look as they do in a terminal. `Recordings/record.py` has recorded what they print on one,
/// and `Recordings/picture.py` what the terminal emulator pyte shows of it.
@Suite(.timeLimit(.minutes(15))) struct RecordingTests {
  @Test(arguments: Recording.all)
  func `lines are what a terminal shows`(recording: Recording) throws {
    let picture = try recording.picture
    let bytes = try recording.bytes
    #expect(ShownLines([bytes]).rows(width: 80) == picture)
  }

  @Test(arguments: Recording.all)
  func `lines do not depend on how a program writes`(recording: Recording) throws {
    let bytes = try recording.bytes
    let whole = ShownLines([bytes])
    #expect(ShownLines(bytes.map { [$0] }).lines == whole.lines)
    for seed in Seeds(5) {
      var random = SeededGenerator(seed: seed)
      #expect(ShownLines(random.chunks(of: bytes, upTo: 500)).lines == whole.lines, "seed \(seed)")
    }
  }

  @Test func `the bar of apt-get is a status and no line`() throws {
    let shown = ShownLines([try Recording(name: "apt-get").bytes])
    #expect(shown.statuses.first?.hasPrefix("Progress: [  0%]") == true)
    #expect(!shown.texts.isEmpty && shown.texts.allSatisfy { !$0.contains("Progress: [") })
  }

  @Test(arguments: ["cargo", "gcc", "grep", "ls", "pytest", "rich"])
  func `colours are kept`(name: String) throws {
    let shown = ShownLines([try Recording(name: name).bytes])
    #expect(shown.lines.contains { line in line.styles.contains { $0.style.foreground != .default } })
  }
}

struct Recording: Sendable, CustomTestStringConvertible {
  let name: String

  static let all = [
    "apt-get", "cargo", "curl", "dd", "docker-compose", "gcc", "git", "grep", "ls", "ninja", "npm", "pip",
    "pytest", "rich", "rsync", "swift", "tqdm", "wget",
  ].map(Recording.init)

  var testDescription: String { name }

  var bytes: [UInt8] { get throws { Array(try Data(contentsOf: file("bytes"))) } }

  var picture: [String] {
    get throws {
      String(decoding: try Data(contentsOf: file("txt")), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  private func file(_ suffix: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings/\(name).\(suffix)")
  }
}

extension SeededGenerator {
  /// Divides bytes into chunks of random sizes.
  mutating func chunks(of bytes: [UInt8], upTo limit: Int) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + magnitude(upTo: limit))
      chunks.append(Array(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    return chunks
  }
}
