import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct IndexTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.package.appending(path: folder).path).sorted()
  }

  @Test func `the index names each program once, and no other file`() throws {
    let index = try String(contentsOf: Self.package.appending(path: "README.md"), encoding: .utf8)
    let links = index.matches(of: /\| \[(\w+)\]\(Sources\/Programs\/(\w+\.swift)\) \|/)
    #expect(links.map { "\($0.2)" }.sorted() == (try files(in: "Sources/Programs")))
    #expect(links.allSatisfy { "\($0.1).swift" == $0.2 })
  }

  @Test func `each program has a test`() throws {
    let programs = try files(in: "Sources/Programs").map { $0.replacing(".swift", with: "Tests.swift") }
    let tests = try files(in: "Tests/ProgramsTests")
    #expect(programs.filter { !tests.contains($0) }.isEmpty)
  }
}
