import Foundation
import Processes
import TestSupport
import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) final class MessageBufferTests {
  private var buffer = MessageBuffer(limit: 8)
  /// The names of the descriptors that were passed. A descriptor that is closed twice could be one of another
  /// test by then, so no number is made up.
  private var names: [Int32: String] = [:]

  /// Adds bytes with descriptors that have these names, and returns the messages with the names of theirs.
  private func add(_ text: String, _ passed: String...) throws -> [String] {
    let descriptors = try passed.map { name in
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      try #require(descriptor >= 0)
      names[descriptor] = name
      return descriptor
    }
    Array(text.utf8).withUnsafeBytes { buffer.append($0, PassedDescriptors(descriptors)) }
    var lines: [String] = []
    while let message = try buffer.next() {
      let taken = message.descriptors.take()
      lines.append(message.text + taken.map { "+\(names[$0] ?? "?")" }.joined())
      for descriptor in taken { Descriptor.close(descriptor) }
    }
    return lines
  }

  @Test func `messages end with a newline wherever the bytes are cut`() throws {
    try expectEqual(add("on"), [])
    try expectEqual(add("e"), [])
    try expectEqual(add("\ntwo\n\nthr"), ["one", "two", ""])
    try expectEqual(add("ee\n"), ["three"])
    #expect(buffer.isEmpty)
  }

  @Test func `a message that is cut at any byte is waited for, and comes whole`() throws {
    let lines = [#"{"event":"answer","id":1}"#, #"{"event":"left"}"#]
    let text = lines.map { $0 + "\n" }.joined()
    for cut in 0...text.utf8.count {
      buffer = MessageBuffer(limit: 100)
      let (start, rest) = (String(text.prefix(cut)), String(text.dropFirst(cut)))
      let first = try add(start)
      #expect(first == lines.prefix(first.count).map(\.self))
      #expect(first.count == start.count { $0 == "\n" })
      try expectEqual(first + add(rest), lines)
    }
  }

  @Test func `a message may have exactly the limit`() throws {
    try expectEqual(add("12345678\n12345678"), ["12345678"])
    try expectEqual(add("\n"), ["12345678"])
    #expect(throws: MessageBuffer.Refusal.tooLong) { try add("123456789") }
  }

  @Test func `a message that is too long is not delivered even if it has ended`() {
    #expect(throws: MessageBuffer.Refusal.tooLong) { try add("123456789\n") }
  }

  @Test func `descriptors belong to the message that the bytes of their call end in`() throws {
    try expectEqual(add("a\nb\n", "one"), ["a", "b+one"])
    try expectEqual(add("c\nd", "two"), ["c"])
    try expectEqual(add("e\nf\n"), ["de+two", "f"])
    try expectEqual(add("g", "three"), [])
    try expectEqual(add("h\n", "four"), ["gh+three+four"])
  }

  @Test func `a message that has not ended may have exactly as many descriptors as one that has`() throws {
    for number in 1...8 { try expectEqual(add(number == 1 ? "a" : "", "x", "x"), []) }
    try expectEqual(add("b\n"), ["ab" + String(repeating: "+x", count: 16)])
  }

  @Test func `more descriptors are refused before the message has ended, and with its end`() throws {
    for _ in 1...8 { try expectEqual(add("", "x", "x"), []) }
    #expect(throws: MessageBuffer.Refusal.tooManyDescriptors) { try add("a", "x") }
    buffer = MessageBuffer(limit: 8)
    for _ in 1...8 { try expectEqual(add("", "x", "x"), []) }
    #expect(throws: MessageBuffer.Refusal.tooManyDescriptors) { try add("a\n", "x") }
  }

  @Test func `messages that wait do not count together`() throws {
    for _ in 1...3 {
      for _ in 1...8 { try expectEqual(add("", "x", "x"), []) }
      try expectEqual(add("a\n").map(\.count), [33])
    }
  }
}
