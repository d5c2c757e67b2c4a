import Foundation
import Rendezvous
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whatever a front end sends, the box goes on, other front ends are served, and nothing is left behind.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoxBadInputTests {
  private static let hello = #"{"request":"hello","version":7,"kind":"other"}"# + "\n"

  private let board: SharedBoard
  private let holder: HeadlessProgram
  private let socket: String

  init() throws {
    board = try SharedBoard("  hello: { run: echo hello }\n  probe: { run: 'echo fine', every: 1h }\n")
    // Keeps the box.
    holder = try board.start("watch")
    try #require(holder.line() == "probe: running")
    socket = try board.record().socket
  }

  private func connection() throws -> RawConnection { try #require(RawConnection(socket)) }

  /// The number of files that the box has open; 0 where the system does not say.
  private func openFiles() throws -> Int {
    let process = try board.record().process
    return (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
  }

  private func expectService() throws {
    try expectEqual(board.run("run", "hello", "--quiet").output, "hello\n")
  }

  @Test func `an endless message ends the connection`() throws {
    let connection = try connection()
    let part = [UInt8](repeating: 120, count: 1 << 20)
    var sent = 0
    while sent < 1 << 30, connection.send(part) { sent += part.count }
    #expect(sent < 16 << 20)
    try expectService()
  }

  @Test func `nonsense is refused with a sentence`() throws {
    let cases = [
      ("\u{0}\u{1B}[2J\n", "not JSON, from byte 0 on"),
      (#"{"request":"follow"}"# + "\n", "a hello first"),
      (Self.hello + #"{"request":"dance"}"# + "\n", "dance"),
      (Self.hello + String(repeating: "[", count: 100_000) + "\n", "not JSON"),
    ]
    for (text, reason) in cases {
      let connection = try connection()
      connection.send(text)
      let answer = try #require(connection.readToEnd())
      let last = answer.split(separator: "\n").last ?? ""
      #expect(last.contains(#""event":"refusal""#) && last.contains(reason), "\(answer.suffix(300))")
    }
    try expectService()
  }

  @Test func `a front end of version 3 that sends everything at once gets one sentence`() throws {
    // As the documentation of that version had them.
    let lines = [
      #"{"request":"hello","version":3,"kind":"run","name":"docs"}"#,
      #"{"request":"follow","every_change":true}"#,
      #"{"request":"start","id":1,"action":"hello","bytes":"lines"}"#,
      #"{"request":"answer","id":1,"action":"hello","question":3,"text":"yes"}"#,
      #"{"request":"look","output":"hello","history":"hello"}"#,
      #"{"request":"leave"}"#,
    ]
    let connection = try connection()
    connection.send(lines.map { $0 + "\n" }.joined())
    #expect(
      connection.readToEnd()
        == #"{"event":"refusal","message":"this box speaks version 7 of the protocol and the front end version 3: "#
        + #"stop the box when nothing runs (signalbox stop), then try again"}"# + "\n")
    try expectService()
    // The run of that is the first.
    try expectEqual(board.run("history", "hello", "--json").output.split(separator: "\n").count, 1)
  }

  @Test func `connections that have ended leave no file open`() throws {
    try expectService()
    let before = try openFiles()
    for number in 0..<200 {
      let connection = try connection()
      switch number % 4 {
      case 0: connection.send("{\"request\":\"hel")
      case 1: connection.send((0..<500).map { _ in UInt8.random(in: 0...255) } + [10])
      case 2: connection.send(Self.hello + Self.hello)
      default: break
      }
    }
    // What runs and ends beside this opens a few.
    #expect(try eventually { try openFiles() < before + 20 })
    try expectService()
  }

  @Test func `connections without a hello do not keep front ends away for long`() throws {
    let before = try openFiles()
    var connections: [RawConnection] = []
    // More would be too many for `Process` of Foundation, which crashes if this process has thousands.
    while connections.count < 300, let connection = RawConnection(socket) { connections.append(connection) }
    #expect(connections.count > 256)
    #expect(try eventually { try board.run("run", "hello", "--quiet").output == "hello\n" })
    #expect(connections[0].readToEnd() == "")
    connections = []
    #expect(try eventually { try openFiles() < before + 20 })
  }

  @Test func `a front end that never reads delays no other`() throws {
    let connection = try connection()
    let orders = (0..<5_000).map { #"{"request":"why","id":\#($0),"action":"hello"}"# + "\n" }
    connection.send(Self.hello + #"{"request":"follow","every":true}"# + "\n")
    for order in orders where !connection.send(order) { break }
    try expectService()
  }
}
