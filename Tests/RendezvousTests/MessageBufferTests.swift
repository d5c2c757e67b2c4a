import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) final class MessageBufferTests {
  private var buffer = MessageBuffer(limit: 8)

  private func add(_ text: String, _ descriptors: [Int32] = []) throws -> [String] {
    Array(text.utf8).withUnsafeBytes { buffer.append($0, PassedDescriptors(descriptors)) }
    var lines: [String] = []
    while let message = try buffer.next() {
      lines.append(message.text + message.descriptors.take().map { "+\($0)" }.joined())
    }
    return lines
  }

  @Test func `messages end with a newline wherever the bytes are cut`() throws {
    #expect(try add("on") == [])
    #expect(try add("e") == [])
    #expect(try add("\ntwo\n\nthr") == ["one", "two", ""])
    #expect(try add("ee\n") == ["three"])
    #expect(buffer.isEmpty)
  }

  @Test func `a message may have exactly the limit`() throws {
    #expect(try add("12345678\n12345678") == ["12345678"])
    #expect(try add("\n") == ["12345678"])
    #expect(throws: MessageBuffer.TooLong.self) { try add("123456789") }
  }

  @Test func `a message that is too long is not delivered even if it has ended`() {
    #expect(throws: MessageBuffer.TooLong.self) { try add("123456789\n") }
  }

  @Test func `descriptors belong to the message that the bytes of their call end in`() throws {
    #expect(try add("a\nb\n", [901]) == ["a", "b+901"])
    #expect(try add("c\nd", [902]) == ["c"])
    #expect(try add("e\nf\n") == ["de+902", "f"])
    #expect(try add("g", [903]) == [])
    #expect(try add("h\n", [904]) == ["gh+903+904"])
  }
}
