import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Processes

/// Bytes arrive at a descriptor in order, and a slow reader stops only the flow.
@Suite(.timeLimit(.minutes(15))) struct OutputQueueTests {
  private let pipe = Pipe()
  private let news = News()

  private final class News: Sendable {
    let codes = Mutex<[Int32]>([])
    let resumeCount = Atomic(0)
  }

  init() {
    // A child that another test starts meanwhile must not keep the pipe open.
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  private func makeQueue() -> OutputQueue { makeQueue(pipe.fileHandleForWriting.fileDescriptor) }

  private func makeQueue(_ descriptor: Int32) -> OutputQueue {
    OutputQueue(descriptor) { [news] code in
      news.codes.withLock { $0.append(code) }
    } onResume: { [news] in
      news.resumeCount.add(1, ordering: .relaxed)
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    Array(try pipe.fileHandleForReading.read(upToCount: count) ?? Data())
  }

  /// Reads to the end of the pipe, on a thread of its own, because threads that tests share must not block.
  private func countToEnd() async -> Int {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [pipe] in
        continuation.resume(returning: (try? pipe.fileHandleForReading.readToEnd())?.count ?? 0)
      }
    }
  }

  @Test func `everything arrives in order`() async throws {
    let queue = makeQueue()
    let parts = (0..<1_000).map { Array("part \($0)\n".utf8) }
    for part in parts { queue.write(part) }
    queue.write([])
    await expectEqual(queue.flush(), nil)
    let expected = parts.flatMap { $0 }
    try expectEqual(read(expected.count), expected)
  }

  @Test func `there is nothing to wait for when nothing was written`() async {
    await expectEqual(makeQueue().flush(), nil)
  }

  @Test func `a reader that does not read holds the flow, and one that reads resumes it`() async throws {
    let queue = makeQueue()
    let part = [UInt8](repeating: 7, count: 100_000)
    var written = 0
    while !queue.flow.isHeld {
      queue.write(part)
      written += part.count
      await queue.flush(atMost: .milliseconds(1))
    }
    // The capacity of the pipe, the bytes that are being written, and the limit.
    #expect(written < 1_000_000)
    var count = 0
    while count < written {
      let bytes = try read(min(written - count, 65_536))
      #expect(!bytes.isEmpty && bytes.allSatisfy { $0 == 7 })
      count += bytes.count
    }
    await expectEqual(queue.flush(), nil)
    #expect(!queue.flow.isHeld)
    #expect(news.resumeCount.load(ordering: .relaxed) > 0)
  }

  @Test func `a program that ends keeps no more than the limit`() async throws {
    let queue = makeQueue()
    let part = [UInt8](repeating: 7, count: 100_000)
    while !queue.flow.isHeld { queue.write(part) }
    queue.stopWaiting()
    #expect(!queue.flow.isHeld)
    for _ in 0..<1_000 { queue.write(part) }
    #expect(!queue.flow.isHeld)
    async let reading = countToEnd()
    await expectEqual(queue.flush(), nil)
    try pipe.fileHandleForWriting.close()
    let count = await reading
    #expect(count > 0 && count < 2_000_000)
  }

  @Test func `who has given up a reader does not wait for it, whether before or after that`() async throws {
    let queue = makeQueue()
    queue.write([UInt8](repeating: 1, count: 1 << 20))
    async let before = queue.flush()
    queue.abandon()
    await expectEqual(before, nil)
    await expectEqual(queue.flush(), nil)
    #expect(!queue.flow.isHeld)
    // What was written before still arrives.
    try expectEqual(read(1 << 20).count, 1 << 20)
  }

  @Test func `a descriptor is closed when everything is written, and not while its reader is behind`()
    async throws
  {
    let writer = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    var queue: OutputQueue? = makeQueue(writer)
    queue?.write([UInt8](repeating: 1, count: 1 << 20))
    queue?.abandon()
    _ = await queue?.flush()
    queue?.closeWhenWritten()
    queue = nil
    #expect(fcntl(writer, F_GETFD) != -1)
    try expectEqual(read(1 << 20).count, 1 << 20)
    try pipe.fileHandleForWriting.close()
    // The end of the file comes when the last descriptor is closed.
    #expect(try read(1).isEmpty)
  }

  @Test func `remarks are dropped if the reader does not read`() async throws {
    let queue = makeQueue()
    let part = [UInt8](repeating: 7, count: 1 << 20)
    for _ in 0..<100 { queue.write(remark: part) }
    queue.stopWaiting()
    async let reading = countToEnd()
    await queue.flush()
    try pipe.fileHandleForWriting.close()
    let rest = await reading
    // What is written just now and what is pending have each at most the limit and the remark that goes
    // beyond it.
    #expect(rest >= 4 << 20 && rest <= 10 << 20)
  }

  @Test func `a failure is reported once, and what follows is dropped`() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let queue = makeQueue(full.fileDescriptor)
    queue.write([1])
    await expectEqual(queue.flush(), ENOSPC)
    #expect(queue.isBroken)
    queue.write([2])
    await expectEqual(queue.flush(), ENOSPC)
    #expect(news.codes.withLock { $0 } == [ENOSPC])
  }
}
