import Board
import Foundation
import Testing

/// The boards in `examples/`, found from this file.
@Suite struct ExamplesTests {
  private let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("examples")

  @Test func everyExampleIsABoard() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: examples.path).filter {
      $0.hasSuffix(".yml")
    }

    #expect(files.count >= 2)
    for file in files {
      #expect(throws: Never.self) { try Board.load(contentsOf: examples.appendingPathComponent(file).path) }
    }
  }

  @Test func theBuiltInBoardIsTheExampleToTheLetter() throws {
    let example = try String(contentsOf: examples.appendingPathComponent("demo.yml"), encoding: .utf8)

    #expect(Board.demoText == example)
  }

  @Test func theBuildBoardUnderstandsSwiftBuild() throws {
    let board = try Board.load(contentsOf: examples.appendingPathComponent("build.yml").path)
    let build = try #require(board["build"])
    let line = "[3/12] Compiling Board Guard.swift"

    #expect(build.progress?.progress(in: line)?.fraction == 0.25)
    #expect(build.status?.value(in: line) == "Compiling Board Guard.swift")
    #expect(build.progress?.progress(in: "Build complete! (1.30s)") == nil)
  }
}
