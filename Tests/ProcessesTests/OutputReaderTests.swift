import Programs
import TestSupport
import Testing

@testable import Processes

#if canImport(System)
import System
#else
import SystemPackage
#endif

@Suite(.timeLimit(.minutes(15))) struct OutputReaderTests {
  private let recorded = Recorded<OutputLine>()

  /// A reader and the write end of its pipe.
  private func makeReader() throws -> (OutputReader, FileDescriptor) {
    let thread = try #require(OutputThread.shared)
    let pipe = try FileDescriptor.outputPipe()
    let recorded = recorded
    let reader = OutputReader(pipe.readEnd, decoder: OutputDecoder(), thread: thread) { lines in
      for line in lines { recorded.append(line) }
    }
    return (reader, pipe.writeEnd)
  }

  @Test func `lines arrive up to the end`() async throws {
    let (reader, pipe) = try makeReader()
    try pipe.writeAll("one\ntwo\n".utf8)
    try pipe.writeAll("three".utf8)
    try pipe.close()
    #expect(await reader.waitForEnd(atMost: .seconds(30)))
    #expect(recorded.values.map(\.text) == ["one", "two", "three"])
  }

  @Test func `a line that has not ended is told when it changes, and its end`() async throws {
    let thread = try #require(OutputThread.shared)
    let pipe = try FileDescriptor.outputPipe()
    let (told, texts) = AsyncStream.makeStream(of: String?.self)
    let reader = OutputReader(
      pipe.readEnd, decoder: OutputDecoder(), thread: thread, onUnfinished: { texts.yield($0?.text) },
      onLines: { [recorded] in for line in $0 { recorded.append(line) } })
    var next = told.makeAsyncIterator()
    try pipe.writeEnd.writeAll("one\ntw".utf8)
    await expectEqual(next.next(), "tw")
    #expect(recorded.values.map(\.text) == ["one"])
    try pipe.writeEnd.writeAll("o".utf8)
    await expectEqual(next.next(), "two")
    try pipe.writeEnd.writeAll("\nthree\n".utf8)
    await expectEqual(next.next(), .some(nil))
    #expect(recorded.values.map(\.text) == ["one", "two", "three"])
    try pipe.writeEnd.writeAll("four".utf8)
    await expectEqual(next.next(), "four")
    try pipe.writeEnd.close()
    #expect(await reader.waitForEnd(atMost: .seconds(30)))
    await expectEqual(next.next(), .some(nil))
    #expect(recorded.values.last?.text == "four")
  }

  @Test func `several tasks can wait for the end, also afterwards`() async throws {
    let (reader, pipe) = try makeReader()
    async let first = reader.waitForEnd(atMost: .seconds(30))
    async let second = reader.waitForEnd(atMost: .seconds(30))
    try pipe.close()
    #expect(await first)
    #expect(await second)
    #expect(await reader.waitForEnd(atMost: .zero))
  }

  @Test func `waiting has a limit`() async throws {
    let (reader, pipe) = try makeReader()
    await expectEqual(reader.waitForEnd(atMost: .milliseconds(1)), false)
    try pipe.close()
    #expect(await reader.waitForEnd(atMost: .seconds(30)))
  }

  @Test func `giving up keeps what was written`() async throws {
    let (reader, pipe) = try makeReader()
    try pipe.writeAll("one\ntwo".utf8)
    await reader.giveUp()
    #expect(recorded.values.map(\.text) == ["one", "two"])
    #expect(await reader.waitForEnd(atMost: .zero))
    await reader.giveUp()
    try pipe.close()
  }

  @Test(arguments: [true, false])
  func `a reader pauses for a panel only`(pauses: Bool) async throws {
    let thread = try #require(OutputThread.shared)
    let pipe = try FileDescriptor.outputPipe()
    let reader = OutputReader(pipe.readEnd, decoder: OutputDecoder(), thread: thread, pauses: pauses) { _ in }
    let isPausing = await withCheckedContinuation { continuation in
      thread.perform {
        reader.readAvailable(at: MonotonicTime.microseconds)
        continuation.resume(returning: reader.events == nil)
      }
    }
    #expect(isPausing == pauses)
    try pipe.writeEnd.close()
    #expect(await reader.waitForEnd(atMost: .seconds(30)))
  }

  @Test func `a reader that has given up does not read the next pipe with its number`() async throws {
    let thread = try #require(OutputThread.shared)
    for _ in 0..<100 {
      let (reader, pipe) = try makeReader()
      await reader.giveUp()
      let next = try FileDescriptor.outputPipe()
      try next.writeEnd.writeAll("not for the first\n".utf8)
      try next.writeEnd.close()
      let lines = Recorded<[OutputLine]>()
      let nextReader = OutputReader(
        next.readEnd, decoder: OutputDecoder(), thread: thread, onLines: lines.append)
      #expect(await nextReader.waitForEnd(atMost: .seconds(30)))
      #expect(lines.values == [[OutputLine("not for the first")]])
      try pipe.close()
    }
    #expect(recorded.values == [])
  }

  @Test func `more bytes than the pipe holds arrive`() async throws {
    let (reader, pipe) = try makeReader()
    let line = String(repeating: "x", count: 79) + "\n"
    let text = String(repeating: line, count: 10_000)
    let written = try await Task { try pipe.writeAll(text.utf8) }.value
    #expect(written == text.utf8.count)
    try pipe.close()
    #expect(await reader.waitForEnd(atMost: .seconds(30)))
    #expect(recorded.values.count == 10_000)
  }
}
