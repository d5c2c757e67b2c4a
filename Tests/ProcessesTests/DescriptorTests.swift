import Foundation
import Synchronization
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct DescriptorTests {
  @Test(arguments: [
    (limit: 100, expected: "0123456789"), (limit: 10, expected: "0123456789"), (limit: 4, expected: "6789"),
  ])
  func `the end of a file is copied`(limit: Int, expected: String) throws {
    let source = try TemporaryFile("0123456789")
    let target = try TemporaryFile("")
    withUnsafeTemporaryAllocation(byteCount: 3, alignment: 1) { buffer in
      Descriptor.copyEnd(of: source.descriptor, limit: limit, to: target.descriptor, buffer: buffer)
    }
    #expect(target.text == expected)
  }

  @Test func `two descriptors of one pipe lead to the same file`() throws {
    let (one, other) = (try SelfPipe(), try SelfPipe())
    defer { for pipe in [one, other] { pipe.close() } }
    let copy = dup(one.writeEnd)
    defer { close(copy) }
    #expect(Descriptor.leadToSameFile(one.writeEnd, copy))
    #expect(!Descriptor.leadToSameFile(one.writeEnd, other.writeEnd))
    #expect(!Descriptor.leadToSameFile(-1, -1))
  }

  @Test func `a pipe whose reader has gone has none`() throws {
    let reader = try SelfPipe()
    let writer = fcntl(reader.writeEnd, F_DUPFD_CLOEXEC, 0)
    defer { close(writer) }
    #expect(!Descriptor.hasNoReader(writer))
    reader.close()
    // A child that another test starts has the reading end, too, until its program begins.
    var request = pollfd(fd: writer, events: 0, revents: 0)
    poll(&request, 1, 60_000)
    #expect(Descriptor.hasNoReader(writer))
    let file = try TemporaryFile("")
    #expect(!Descriptor.hasNoReader(file.descriptor))
  }

  @Test func `a write that fails reports why`() {
    #expect(Array("lost".utf8).withUnsafeBytes { Descriptor.write($0, to: -1) } == EBADF)
  }

  @Test func `a write to a full pipe that does not block waits for the reader`() throws {
    let pipe = try SelfPipe()
    defer { pipe.close() }
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    let readCount = ReadCount()
    Thread {
      while readCount.value.load(ordering: .relaxed) < bytes.count {
        readCount.value.add(pipe.read().count, ordering: .relaxed)
      }
    }.start()
    #expect(bytes.withUnsafeBytes { Descriptor.write($0, to: pipe.writeEnd) } == nil)
    while readCount.value.load(ordering: .relaxed) < bytes.count { sched_yield() }
  }
}

/// A file without a name, deleted with the value.
private final class TemporaryFile {
  let descriptor: Int32

  init(_ text: String) throws {
    var path = Array("/tmp/signalbox-tests.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    unlink(path)
    _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit {
    close(descriptor)
  }

  var text: String {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}

private final class ReadCount: Sendable {
  let value = Atomic(0)
}
