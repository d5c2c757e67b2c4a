import Board
import Configuration
import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Projects

/// Files that are nearly what their names say, from the disk: each reader by itself reads what was damaged,
/// and opens it or says why not. The parser of boards accepts what it makes of it.
///
/// `SIGNALBOX_CORPUS` names a directory of real files, which are damaged too: each is taken for the reader
/// that its name, or that of its directory, says.
@Suite(.timeLimit(.minutes(Seeds.minuteLimit))) struct ReaderFuzzTests {
  @Test func just() throws { try damage(.just) }
  @Test func task() throws { try damage(.task) }
  @Test func make() throws { try damage(.make) }
  @Test func scripts() throws { try damage(.scripts) }
  @Test func deno() throws { try damage(.deno) }
  @Test func procfile() throws { try damage(.procfile) }
  @Test func mprocs() throws { try damage(.mprocs) }
  @Test func processCompose() throws { try damage(.processCompose) }
  @Test func compose() throws { try damage(.compose) }

  /// Those of the other formats are only looked for: what stands in them does not matter.
  @Test func `each format has texts, or is not read`() {
    let read: Set<Format> = [
      .just, .task, .make, .scripts, .deno, .procfile, .mprocs, .processCompose, .compose,
    ]
    for format in Format.allCases { #expect(read.contains(format) != format.isFallback, "\(format)") }
  }

  private func damage(_ texts: ReaderFuzzTexts) throws {
    let directory = try Scratch()
    let name = try #require(texts.format.fileNames.first)
    let files = texts.files.map { Array($0.utf8) } + Self.corpus(of: texts.format)
    var count = 0
    var boards = 0
    var longest = Duration.zero
    for seed in Seeds(300) {
      var random = SeededGenerator(seed: seed)
      var written = [name: random.mixed(files, with: texts.pieces)]
      for (other, text) in texts.others where !random.oneIn(4) {
        written[other] =
          random.oneIn(2) ? Array(text.utf8) : random.mixed([Array(text.utf8)], with: texts.pieces)
      }
      for other in texts.others.keys { unlink("\(directory.path)/\(other)") }
      for (file, bytes) in written {
        // Not by way of another file: a million files are written.
        try Data(bytes).write(to: URL(filePath: "\(directory.path)/\(file)"))
      }
      var first = Reading.nothing
      let time = try processorTime { first = try Reading(directory.path) }
      longest = max(longest, time)
      let said = "seed \(seed): \(written.mapValues { String(decoding: $0, as: UTF8.self) })"
      #expect(time < .seconds(1), "\(time), \(said)")
      #expect(first.boardMistake == nil, "\(first.boardMistake ?? ""), \(said)")
      #expect(first.outcome != "", "neither a board nor a reason, \(said)")
      if seed % 8 == 0 { try expectEqual(Reading(directory.path), first, "\(said)") }
      count += 1
      boards += first.isBoard ? 1 : 0
    }
    if ProcessInfo.processInfo.environment["SIGNALBOX_FUZZ_SECONDS"] != nil {
      print("\(texts.format.rawValue): \(files.count) files, \(count) texts, \(boards) boards, \(longest)")
    } else {
      // Damage leaves enough of the texts.
      #expect(boards > count / 6, "\(boards) of \(count)")
    }
  }

  /// What became of a directory.
  private struct Reading: Equatable {
    /// The text of the board, or why there is none.
    var outcome = ""
    var isBoard = false
    /// What the parser of boards says of what was read; nil if there is a board, or nothing to press.
    var boardMistake: String?

    static let nothing = Reading()
    private init() {}

    init(_ directory: String) throws {
      let found = try #require(try ProjectBoard.found(at: directory))
      if !found.groups.isEmpty {
        for text in [BoardText(found).text, BoardText(found).textWithComments] {
          do throws(BoardError) { _ = try Board.parse(text, file: "shop.yml") } catch {
            boardMistake = error.description
          }
        }
      }
      do throws(BoardError) {
        let opened = try ProjectBoard.open(directory)
        outcome = opened.project.map { BoardText($0).textWithComments } ?? ""
        isBoard = true
      } catch {
        outcome = error.description
      }
    }
  }

  /// The real files of a format.
  private static func corpus(of format: Format) -> [[UInt8]] {
    guard let directory = ProcessInfo.processInfo.environment["SIGNALBOX_CORPUS"],
      let paths = FileManager.default.enumerator(atPath: directory)
    else { return [] }
    let files = paths.compactMap { $0 as? String }.filter { path in
      let parts = path.split(separator: "/").map(String.init)
      guard let name = parts.last else { return false }
      let folder = parts.dropLast().last?.lowercased().replacing("package-json", with: "scripts") ?? ""
      let names = [format.rawValue.lowercased(), "\(format.rawValue)file".lowercased()]
      return Format(fileName: name) == format || names.contains(folder)
    }
    return files.sorted().compactMap {
      FileManager.default.contents(atPath: "\(directory)/\($0)").map { Array($0) }
    }
  }
}

extension SeededGenerator {
  /// One of the files, of which lines are swapped, repeated, removed, moved in, or come from another
  /// one, with pieces in it; often also with damaged bytes.
  fileprivate mutating func mixed(_ files: [[UInt8]], with pieces: [String]) -> [UInt8] {
    var lines = pick(files).split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<magnitude(upTo: 20) where !lines.isEmpty {
      let index = below(lines.count)
      switch below(9) {
      case 0: lines.swapAt(index, below(lines.count))
      case 1: lines.remove(at: index)
      case 2: lines.insert(lines[index], at: below(lines.count + 1))
      case 3:
        let other = pick(files).split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        lines.insert(contentsOf: other.dropFirst(below(other.count)).prefix(1 + below(5)), at: index)
      case 4:
        let isDeeper = oneIn(2) || lines[index].first != 0x20
        lines[index] = isDeeper ? Array("  ".utf8) + lines[index] : Array(lines[index].dropFirst(2))
      case 5, 6:
        // As deep as the line that it stands in front of.
        lines.insert(lines[index].prefix { $0 == 0x20 || $0 == 0x09 } + Array(piece(pieces).utf8), at: index)
      default:
        let place = below(lines[index].count + 1)
        lines[index].insert(contentsOf: Array(piece(pieces).utf8), at: place)
      }
    }
    let bytes = Array(lines.joined(separator: [0x0A]))
    return oneIn(4) ? damaged(bytes) : bytes
  }

  private mutating func piece(_ pieces: [String]) -> String {
    switch below(10) {
    case 0: text(upTo: 20, controls: true)
    case 1: pick(["-rf", "../x", "é", "😀", "\u{202E}", "constructor", "network", "\0", "\r", "\u{FEFF}"])
    case 2: String(repeating: pick(pieces), count: magnitude(upTo: 3_000))
    case 3: "\n" + pick(pieces) + "\n"
    default: pick(pieces)
    }
  }
}
