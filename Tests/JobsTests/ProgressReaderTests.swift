import Board
import Programs
import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct ProgressReaderTests {
  private func reader(_ pattern: String) throws -> ProgressReader {
    ProgressReader(try ProgressPattern(pattern))
  }

  private func progress(_ pattern: String, _ lines: String...) throws -> ProgressPattern.Progress? {
    var reader = try reader(pattern)
    reader.read(lines.map { OutputLine($0) })
    return reader.progress
  }

  @Test func `there is none before the first match`() throws {
    try expectEqual(progress(#"(\d+)%"#), nil)
    try expectEqual(progress(#"(\d+)%"#, "starting", ""), nil)
  }

  @Test func `one group is a percentage`() throws {
    try expectEqual(
      progress(#"([\d.]+)%"#, "done 42.5% of all"),
      ProgressPattern.Progress(fraction: 0.425, description: "42 %"))
  }

  @Test func `two groups are n of m`() throws {
    try expectEqual(
      progress(#"\[(\d+)/(\d+)\]"#, "[3/12] Compiling"),
      ProgressPattern.Progress(fraction: 0.25, description: "3/12"))
  }

  @Test func `the last match counts`() throws {
    try expectEqual(progress(#"(\d+)%"#, "10%", "20%", "nothing")?.description, "20 %")
  }

  @Test func `only a different progress is a change`() throws {
    var reader = try reader(#"(\d+)%"#)
    let changes = ["10%", "10%", "nothing", "11%"].map { reader.read([OutputLine($0)]) }
    #expect(changes == [true, false, false, true])
    #expect(reader.read([]) == false)
  }

  @Test func `progress beyond the end is the end`() throws {
    try expectEqual(progress(#"(\d+)%"#, "120%"), ProgressPattern.Progress(fraction: 1, description: "100 %"))
    try expectEqual(progress(#"(-?\d+)%"#, "-5%"), ProgressPattern.Progress(fraction: 0, description: "0 %"))
    try expectEqual(
      progress(#"(\d+) of (\d+)"#, "5 of 4"), ProgressPattern.Progress(fraction: 1, description: "5/4"))
  }

  @Test(arguments: [
    ("(\\w+)%", "many%"), ("(\\w+)%", "nan%"), ("(\\w+)%", "inf%"), (#"(\d+)/(\d+)"#, "0/0"),
    (#"(\d+)/(\d+)"#, "1/0"), (#"(\d+)/(\w+)"#, "1/x"), (#"(\w+)/(\d+)"#, "x/1"), (#"(x)?(\d+)%"#, "4%"),
  ])
  func `a match without a number changes nothing`(pattern: String, line: String) throws {
    try expectEqual(progress(pattern, line), nil)
  }

  @Test func `text before the match may be anything`() throws {
    try expectEqual(progress(#"(\d+)%"#, "größe 🚦 日本 7%")?.description, "7 %")
  }
}
