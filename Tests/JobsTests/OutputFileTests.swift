import Board
import Foundation
import Programs
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct OutputFileTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path + "/log"
  }

  private func text(_ name: String = "log") -> String? {
    try? String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private func lines(_ texts: String...) -> [OutputLine] { texts.map { OutputLine($0) } }

  @Test func `lines are added at the end as plain text`() throws {
    try scratch.write("before\n", to: "log")
    let file = OutputFile(LogDefinition(path))
    #expect(file.append(lines("red"), arrival: 0) == nil)
    #expect(file.append(lines("日本", ""), arrival: 0) == nil)
    #expect(file.append([], arrival: 0) == nil)
    #expect(text() == "before\nred\n日本\n\n")
  }

  @Test func `remarks have the time and keep their place`() throws {
    let file = OutputFile(LogDefinition(path))
    let all = [OutputLine.note("run 1 started", .startByPerson)] + lines("a") + [.note("failed", .failure)]
    #expect(file.append(all, arrival: 86_400) == nil)
    let parts = try #require(text()).split(separator: "\n")
    #expect(parts.count == 3)
    #expect(
      try #require(parts.first).wholeMatch(of: #/-- 1970-01-0[12] \d\d:\d\d:\d\d run 1 started/#) != nil)
    #expect(parts[1] == "a")
    #expect(parts[2].hasSuffix(" failed"))
  }

  @Test func `a line that has changed is written again`() {
    let file = OutputFile(LogDefinition(path))
    _ = file.append([OutputLine("10 %"), OutputLine("20 %", replaces: 1)], arrival: 0)
    _ = file.append([OutputLine("30 %", replaces: 1), OutputLine("done")], arrival: 0)
    #expect(text() == "20 %\n30 %\ndone\n")
  }

  @Test func `a full file becomes an earlier one`() {
    let file = OutputFile(LogDefinition(path, sizeLimit: 10, count: 3))
    for text in ["1234", "5678", "abcd", "efgh", "ijkl", "mnop", "qrst"] {
      #expect(file.append(lines(text), arrival: 0) == nil)
    }
    #expect(text() == "qrst\n")
    #expect(text("log.1") == "ijkl\nmnop\n")
    #expect(text("log.2") == "abcd\nefgh\n")
    #expect(text("log.3") == nil)
  }

  @Test func `many lines at once are divided between the files`() {
    let file = OutputFile(LogDefinition(path, sizeLimit: 10, count: 2))
    #expect(file.append(lines("1", "2", "3", "4", "5", "6", "7"), arrival: 0) == nil)
    #expect(text("log.1") == "1\n2\n3\n4\n5\n")
    #expect(text() == "6\n7\n")
    #expect(file.append(lines("a line that is longer than a file"), arrival: 0) == nil)
    #expect(text() == "a line that is longer than a file\n")
    #expect(text("log.1") == "6\n7\n")
    #expect(file.append(lines("x"), arrival: 0) == nil)
    #expect(text() == "x\n")
  }

  @Test func `a single file is emptied when it is full`() {
    let file = OutputFile(LogDefinition(path, sizeLimit: 4, count: 1))
    for text in ["1", "2", "3"] { #expect(file.append(lines(text), arrival: 0) == nil) }
    #expect(text() == "3\n")
    #expect(text("log.1") == nil)
  }

  @Test func `a file that was moved or removed is created again`() throws {
    let file = OutputFile(LogDefinition(path))
    _ = file.append(lines("1"), arrival: 0)
    try FileManager.default.removeItem(atPath: path)
    #expect(file.append(lines("2"), arrival: 0) == nil)
    #expect(text() == "2\n")
  }

  @Test func `the file belongs to its user only`() throws {
    _ = OutputFile(LogDefinition(path)).append(lines("1"), arrival: 0)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `one remark in each run says that the file cannot be written`() throws {
    let missing = scratch.path + "/missing/log"
    let file = OutputFile(LogDefinition(missing))
    let start = [OutputLine.note("run started", .startByClock)]
    let remark = "log \(missing): No such file or directory; the run goes on without it"
    #expect(file.append(start, arrival: 0) == remark)
    #expect(file.append(lines("a"), arrival: 0) == nil)
    #expect(file.append(start, arrival: 0) == remark)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/missing", withIntermediateDirectories: false)
    #expect(file.append(lines("b"), arrival: 0) == nil)
    #expect(text("missing/log") == "b\n")
  }

  @Test func `a directory, a pipe and a device are no files`() throws {
    let pipe = scratch.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    for (path, reason) in [
      (scratch.path, "Is a directory"), (pipe, "it is not a file"), ("/dev/null", "it is not a file"),
    ] {
      #expect(
        OutputFile(LogDefinition(path)).append(lines("a"), arrival: 0)
          == "log \(path): \(reason); the run goes on without it")
    }
    close(reader)
    #expect(
      OutputFile(LogDefinition(pipe)).append(lines("a"), arrival: 0)
        == "log \(pipe): it is not a file; the run goes on without it")
  }

  @Test func `an earlier file that cannot be replaced is a remark`() throws {
    try scratch.write("12345678\n", to: "log")
    try FileManager.default.createDirectory(
      atPath: path + ".1/inside", withIntermediateDirectories: true)
    let file = OutputFile(LogDefinition(path, sizeLimit: 10, count: 2))
    #expect(file.append(lines("abc"), arrival: 0)?.hasPrefix("log \(path): ") == true)
    #expect(text() == "12345678\n")
  }

  @Test func `no descriptor stays open`() throws {
    let files = (0..<200).map { OutputFile(LogDefinition(scratch.path + "/many\($0)")) }
    for file in files { #expect(file.append(lines("a"), arrival: 0) == nil) }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap { Int32($0) }
    let left = open.filter { descriptor in
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/dev/fd/\(descriptor)")
      return link?.contains("/many") == true
    }
    #expect(left == [])
  }
}
