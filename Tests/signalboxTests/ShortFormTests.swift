import ArgumentParser
import Testing

@testable import signalbox

/// What is understood without the argument parser means the same to it.
@Suite(.timeLimit(.minutes(15))) struct ShortFormTests {
  @Test(arguments: [
    [], ["a.yml"], ["./a"], ["/a b/c"], ["--board", "a.yml"], ["--board", "a"], ["--board", ""],
    ["--board", "run"], ["--private"], ["--private", "a.yml"], ["a.yml", "--private"],
    ["--private", "--board", "a"], ["--board", "a.yml", "--private"],
  ])
  func `a board or none opens the panel`(arguments: [String]) throws {
    let parsed = try #require(try Signalbox.parseAsRoot(arguments) as? OpenPanel)
    #expect(ShortForm(arguments) == .panel(parsed.start))
  }

  @Test func `the demo opens the panel`() throws {
    let parsed = try #require(try Signalbox.parseAsRoot(["demo"]) as? Demo)
    #expect(ShortForm(["demo"]) == .demo)
    #expect(parsed.start == .demo)
  }

  @Test func `the box that front ends start is served`() throws {
    let parsed = try #require(try Signalbox.parseAsRoot(["box", "/a.yml"]) as? ServeBox)
    #expect(ShortForm(["box", "/a.yml"]) == .box(path: parsed.path))
  }

  @Test(arguments: [
    ["-h"], ["--help"], ["--version"], ["demo", "--ascii"], ["run"], ["panel"], ["box"], ["a"], ["--board"],
    ["-a.yml"],
    ["--board", "-x"], ["--board", "--help"], ["box", "--help"], ["a.yml", "b.yml"],
    ["a.yml", "--read-only"],
    ["--board=a.yml"], ["box", "a", "b"], ["--", "a.yml"], [""], ["help", "run"], ["run", "a.yml"],
    ["--private", "--private"], ["--board", "--private"], ["--board", "--private", "a.yml"],
    ["--private", "--board"], ["box", "a", "--private"], ["--private", "run"], ["--private", "a"],
  ])
  func `everything else is left to the parser`(arguments: [String]) {
    #expect(ShortForm(arguments) == nil)
  }
}
