import Board
import TestSupport
import Testing

/// The boards in `examples/`.
@Suite(.timeLimit(.minutes(15))) struct ExamplesTests {
  private func example(_ file: String) throws -> Board {
    try Board.parse(try Repository.text("examples/\(file)"), file: file)
  }

  @Test func `every example is valid`() throws {
    let files = try Repository.examples()

    #expect(
      files == [
        "build.yml", "databases.yml", "demo.yml", "downloads.yml", "monitoring.yml", "release.yml",
        "services.yml",
        "webapp.yml",
      ])
    for file in files {
      #expect(throws: Never.self) { try example(file) }
    }
  }

  @Test func `every example is in the table`() throws {
    let table = try Repository.text("examples/README.md")

    for file in try Repository.examples() { #expect(table.contains("| [\(file)](\(file)) |")) }
  }

  @Test func `the built-in demo is identical to the example`() throws {
    try expectEqual(Board.demoText, Repository.text("examples/demo.yml"))
  }

  @Test func `the build board parses the output of swift build`() throws {
    let build = try #require(try example("build.yml")["build"])
    let line = "[3/12] Compiling Board Guard.swift"

    #expect(build.progress?.progress(in: line)?.fraction == 0.25)
    #expect(build.status?.value(in: line) == "Compiling Board Guard.swift")
    #expect(build.progress?.progress(in: "Build complete! (1.30s)") == nil)
  }

  /// Lines of output, and the progress and the value in them.
  @Test(arguments: [
    ("image", "  8%  32 MB of 400 MB", 0.08, "32 MB of 400 MB"),
    ("packages", "[3/12] Fetching dash", 0.25, "Fetching dash"),
    (
      "photos", #"{"event": "progress", "file": {"name": "IMG_4003.jpg"}, "done": 3, "total": 30}"#, 0.1,
      "IMG_4003.jpg"
    ),
    ("model", #"{"progress": 0.5, "parts": [{"state": "part 5 of 10"}]}"#, 0.5, "part 5 of 10"),
    ("model", #"{"progress": 1, "parts": [{"state": "complete"}]}"#, 1, "complete"),
    ("mirror", "receiving objects:  40%", 0.4, nil),
  ])
  func `the downloads report their progress`(id: String, line: String, fraction: Double, value: String?)
    throws
  {
    let download = try #require(try example("downloads.yml")[id])

    #expect(download.progress?.progress(in: line)?.fraction == fraction)
    #expect(download.status?.value(in: line) == value)
  }

  @Test func `the services are probed in three ways`() throws {
    let probes = try example("services.yml").actions.filter { $0.every != nil }

    #expect(probes.map(\.id) == ["web-health", "web-port", "worker-alive"])
    #expect(probes.allSatisfy { $0.isQuiet && $0.failuresBeforeError > 1 })
  }

  @Test func `the web server is not restarted while it is needed`() throws {
    let web = try #require(try example("services.yml")["web"])
    let facts = Facts(["worker": .running(), "migrate": .idle])

    #expect(web.enabledIf.evaluate(facts) == .blocked(by: ["not worker.running"]))
  }

  @Test func `each button of the release has an input`() throws {
    let deploy = try #require(try example("release.yml")["deploy"])

    #expect(deploy.buttons.map(\.input) == ["staging", "canary", "production"])
    #expect(deploy.confirmation != nil)
  }
}
