import Board
import Boundary
import Foundation
import Jobs
import SignalboxCore
import SignalboxTesting
import Testing
import Wire

@testable import BoxServer

/// Plays the examples of Documentation/Protocol.md.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ProtocolDocumentTests {
  private nonisolated static let document = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/Protocol.md")

  /// The lines of each example.
  private nonisolated static var examples: [[String]] {
    let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```protocol\n").dropFirst().map { part in
      part.components(separatedBy: "\n```")[0].split(separator: "\n").map(String.init)
    }
  }

  private static let board = """
    title: Docs
    actions:
      build: { simulate: { duration: 1s } }
      deploy: { simulate: { duration: 1s }, enabled-if: build.succeeded }
    """

  @Test func `there are examples of all kinds of messages`() {
    let text = Self.examples.joined().joined()
    for kind in ["hello", "follow", "start", "cancel", "look", "why", "leave", "dismiss"] {
      #expect(text.contains("\"request\":\"\(kind)\""))
    }
    for kind in ["hello", "state", "answer", "ended", "output", "history", "why", "left", "refusal"] {
      #expect(text.contains("\"event\":\"\(kind)\""))
    }
  }

  @Test func `it says the present version`() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let versions = text.matches(of: #/The version of the protocol, now (\d+)\./#).map(\.1)
    #expect(versions == ["\(Wire.version)"])
  }

  @Test(arguments: examples.indices)
  func `an example is what happens`(index: Int) throws {
    let scheduler = TestScheduler()
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    let host = BoxHost(
      Interlocking(try Board.parse(Self.board, file: "docs.yml"), environment: environment)
    ) { SessionPace(scheduler) }
    host.begin()
    var received: [JSONTree] = []
    let session = host.attach(
      SessionLine(send: { message in
        if let tree = try? JSONParser.parse(message) { received.append(tree) }
      }))
    for line in Self.examples[index] {
      let message = try JSONParser.parse(Array(line.dropFirst(2).utf8))
      if line.hasPrefix("> ") {
        session.receive(Array(line.dropFirst(2).utf8))
        scheduler.advance()
      } else {
        for _ in 0..<40 where !received.contains(where: { $0.includes(message) }) {
          scheduler.advance(by: .milliseconds(100))
        }
        let place = try #require(
          received.firstIndex { $0.includes(message) }, "\(line) did not come, but \(received)")
        received.removeSubrange(...place)
      }
    }
  }
}

extension JSONTree {
  /// Whether this has everything that an example has; "…" stands for anything.
  fileprivate func includes(_ example: JSONTree) -> Bool {
    switch (self, example) {
    case (_, .text("…")): true
    case (.object, .object(let members)):
      members.allSatisfy { member in self[member.name]?.includes(member.value) ?? (member.value == .text("…"))
      }
    case (.list(let values), .list(let examples)):
      values.count == examples.count && zip(values, examples).allSatisfy { $0.includes($1) }
    default: self == example
    }
  }
}
