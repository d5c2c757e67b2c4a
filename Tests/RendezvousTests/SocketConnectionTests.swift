import Foundation
import Processes
import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) struct SocketConnectionTests {
  @Test func `messages arrive as lines`() async throws {
    let pair = try SocketPair()
    pair.write("one\ntwo\nthr")
    pair.connection.resume()
    try await until { pair.messages.count == 2 }
    pair.write("ee\n")
    try await until { pair.messages.count == 3 }
    #expect(pair.texts == ["one", "two", "three"])
    pair.connection.send("answer")
    #expect(pair.read().map { String(decoding: $0, as: UTF8.self) } == "answer\n")
  }

  @Test func `a paused connection delivers nothing more, and loses nothing`() async throws {
    let pair = try SocketPair()
    let record = pair.connection.onMessage
    pair.connection.onMessage = { [weak pair] message in
      record?(message)
      pair?.connection.pause()
    }
    pair.write("one\ntwo\n")
    pair.connection.resume()
    try await until { pair.messages.count == 1 }
    pair.closePeer()
    #expect(pair.ends.isEmpty)
    pair.connection.resume()
    #expect(pair.messages.count == 1)
    try await until { pair.messages.count == 2 }
    pair.connection.resume()
    try await until { pair.ends == [.endOfFile] }
    #expect(pair.texts == ["one", "two"])
  }

  @Test func `a half line before the end is no message`() async throws {
    let pair = try SocketPair()
    pair.connection.resume()
    pair.write("whole\nhalf")
    pair.closePeer()
    try await until { !pair.ends.isEmpty }
    #expect(pair.texts == ["whole"])
    #expect(pair.ends == [.endOfFile])
    #expect(pair.connection.isClosed)
  }

  @Test func `an endless message closes the connection`() async throws {
    let pair = try SocketPair(.init(message: 1 << 20))
    pair.connection.resume()
    let chunk = [UInt8](repeating: 97, count: 1 << 16)
    var sent = 0
    while pair.ends.isEmpty {
      sent += max(0, pair.write(chunk))
      await Task.yield()
      try await Task.sleep(for: .microseconds(100))
    }
    #expect(pair.ends == [.messageTooLong])
    // The limit, and what fits into the buffers of the kernel.
    #expect(sent < 3 << 20)
    #expect(pair.write(chunk) < 0)
  }

  @Test func `a peer that does not read makes the connection congested`() async throws {
    let pair = try SocketPair(.init(congestion: 1_000))
    var drains = 0
    pair.connection.onDrain = { drains += 1 }
    var sent = 0
    while !pair.connection.isCongested {
      pair.connection.send("\(sent)")
      sent += 1
    }
    var received: [UInt8] = []
    while drains == 0 {
      received += try #require(pair.read())
      try await Task.sleep(for: .microseconds(100))
    }
    #expect(!pair.connection.isCongested)
    received += pair.read() ?? []
    #expect(String(decoding: received, as: UTF8.self) == (0..<sent).map { "\($0)\n" }.joined())
    #expect(drains == 1)
  }

  @Test func `a peer that never reads loses its connection`() async throws {
    let pair = try SocketPair(.init(unsent: 1 << 20))
    for _ in 1...100 { pair.connection.send([UInt8](repeating: 97, count: 1 << 16)) }
    // The callback comes after the call that sends.
    #expect(pair.ends.isEmpty)
    try await until { pair.ends == [.unread] }
  }

  @Test func `finishing sends everything first`() async throws {
    let pair = try SocketPair()
    let message = [UInt8](repeating: 97, count: 1 << 21)
    pair.connection.send(message)
    pair.connection.finish()
    pair.connection.send("too late")
    #expect(!pair.connection.isClosed)
    var received = 0
    while let bytes = pair.read() {
      received += bytes.count
      if bytes.isEmpty { try await Task.sleep(for: .microseconds(100)) }
    }
    #expect(received == message.count + 1)
    try await until { pair.ends == [.finished] }
    #expect(pair.connection.isClosed)
  }

  @Test func `finishing ends also if the peer has gone`() async throws {
    let pair = try SocketPair()
    pair.closePeer()
    pair.connection.send("nothing")
    pair.connection.finish()
    try await until { pair.ends == [.finished] }
  }

  @Test func `closing is silent, and the peer reads end of file`() async throws {
    let pair = try SocketPair()
    pair.connection.resume()
    pair.connection.close()
    #expect(pair.read() == nil)
    pair.connection.send("nothing")
    pair.connection.resume()
    pair.connection.close()
    #expect(pair.ends.isEmpty)
  }

  @Test func `what the peer sent before it closed is delivered although nothing can be sent`() async throws {
    let pair = try SocketPair()
    pair.write("last words\n")
    pair.closePeer()
    pair.connection.send("hello")
    pair.connection.resume()
    try await until { pair.ends == [.endOfFile] }
    #expect(pair.texts == ["last words"])
  }

  // MARK: Descriptors

  @Test func `descriptors are passed with a message`() async throws {
    let (sender, receiver) = try SocketPair.connections()
    let pipe = try PipeEnds()
    sender.send(Array("before".utf8))
    sender.send(Array("take".utf8), descriptors: [pipe.writeEnd])
    sender.send(Array("after".utf8))
    pipe.closeWriteEnd()
    var messages: [SocketMessage] = []
    receiver.onMessage = { messages.append($0) }
    receiver.resume()
    try await until { messages.count == 3 }
    #expect(messages.map(\.descriptors.count) == [0, 1, 0])
    let received = try #require(messages[1].descriptors.take().first)
    #expect(fcntl(received, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(received, F_GETFL) & O_NONBLOCK == 0)
    #expect(!pipe.hasNoWriter)
    #expect(messages[1].descriptors.take().isEmpty)
    Descriptor.close(received)
    // A program that another test starts has the descriptor for a moment.
    try await until { pipe.hasNoWriter }
  }

  @Test func `descriptors that wait for a slow peer stay open`() async throws {
    let (sender, receiver) = try SocketPair.connections()
    let pipe = try PipeEnds()
    sender.send([UInt8](repeating: 97, count: 1 << 20))
    sender.send(Array("take".utf8), descriptors: [pipe.writeEnd])
    pipe.closeWriteEnd()
    var counts: [Int] = []
    receiver.onMessage = { message in
      counts.append(message.descriptors.count)
      for descriptor in message.descriptors.take() { Descriptor.close(descriptor) }
    }
    receiver.resume()
    try await until { counts == [0, 1] }
    try await until { pipe.hasNoWriter }
  }

  @Test func `descriptors that nobody takes are closed`() async throws {
    let pair = try SocketPair()
    let pipe = try PipeEnds()
    pair.connection.onMessage = { _ in }
    pair.connection.resume()
    pair.write("unexpected\n", descriptors: [pipe.writeEnd, pipe.writeEnd])
    pair.write("unfinished", descriptors: [pipe.writeEnd])
    pipe.closeWriteEnd()
    pair.closePeer()
    try await until { !pair.ends.isEmpty }
    try await until { pipe.hasNoWriter }
  }

  @Test func `a message has a limited number of descriptors`() async throws {
    let pair = try SocketPair()
    let pipe = try PipeEnds()
    pair.connection.resume()
    for _ in 1...PassedDescriptors.limit { pair.write("a", descriptors: [pipe.writeEnd]) }
    pair.write("\n")
    try await until { pair.messages.count == 1 }
    #expect(pair.messages[0].descriptors.count == PassedDescriptors.limit)
    #expect(pair.ends.isEmpty)
  }

  @Test func `a message that has too many descriptors before it has ended closes the connection`()
    async throws
  {
    let pair = try SocketPair()
    let pipe = try PipeEnds()
    pair.connection.resume()
    for _ in 0...PassedDescriptors.limit { pair.write("a", descriptors: [pipe.writeEnd]) }
    try await until { !pair.ends.isEmpty }
    #expect(pair.ends == [.tooManyDescriptors])
    #expect(pair.messages.isEmpty)
    // The connection still exists, and keeps none of them.
    pipe.closeWriteEnd()
    try await until { pipe.hasNoWriter }
  }

  @Test(arguments: [false, true])
  func `a closed connection keeps no descriptor of what nobody has read`(hasBegun: Bool) async throws {
    let pair = try SocketPair()
    let pipe = try PipeEnds()
    if hasBegun {
      pair.connection.resume()
      pair.write("begun\n")
      try await until { pair.messages.count == 1 }
      pair.connection.pause()
    }
    pair.write("unread\n", descriptors: [pipe.writeEnd])
    pipe.closeWriteEnd()
    #expect(!pipe.hasNoWriter)
    pair.connection.close()
    try await until { pipe.hasNoWriter }
    #expect(pair.messages.count == (hasBegun ? 1 : 0))
  }

  @Test func `connections leave no descriptors behind`() async throws {
    let pipe = try PipeEnds()
    for _ in 1...3 {
      let pair = try SocketPair()
      pair.connection.resume()
      // The other end of the connection is open as long as the connection is.
      pair.write("a\n", descriptors: [pipe.writeEnd])
      try await until { pair.messages.count == 1 }
      pair.connection.close()
    }
    pipe.closeWriteEnd()
    try await until { pipe.hasNoWriter }
  }
}
