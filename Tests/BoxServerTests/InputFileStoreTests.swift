import Board
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import BoxServer

/// The files that keep what successes were made from.
@Suite(.timeLimit(.minutes(15))) struct InputFileStoreTests {
  private let said = Said()

  private final class Said: Sendable {
    let sentences = Locked<[String]>([])
  }

  private func store(_ path: String) -> InputFileStore {
    InputFileStore(path) { [said] sentence in said.sentences.withLock { $0.append(sentence) } }
  }

  @Test func `files of actions that are gone, or have no inputs any more, are deleted`() async throws {
    let scratch = try Scratch()
    let directory = scratch.path + "/inputs"
    let store = store(directory)
    for action in ["a", "b", "gone"] { store.write(action, [1, 2]) }
    // What a process has left behind that was killed while it wrote.
    try scratch.write("half", to: "inputs/a.new")
    store.take(try Board.parse("actions: {a: {run: x, inputs: f}, b: {run: x}}", file: "test.yml"))
    // It waits for what was ordered before.
    store.write("a", [3])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: directory), ["a"])
    #expect(store.read("a") == [3])
    #expect(store.read("b") == nil)
    #expect(said.sentences.withLock { $0 } == [])
  }

  @Test func `a directory that cannot be written is said once`() throws {
    let scratch = try Scratch()
    // Somebody else's file is in the place of the directory.
    try scratch.write("mine", to: "inputs")
    let store = store(scratch.path + "/inputs")
    for number in UInt8(0)..<3 { store.write("a", [number]) }
    let sentences = said.sentences.withLock { $0 }
    #expect(sentences.count == 1)
    #expect(
      sentences.first
        == "after the next start, successes with inputs do not count, because \(scratch.path)/inputs cannot be written: Not a directory"
    )
    try expectEqual(String(contentsOfFile: scratch.path + "/inputs", encoding: .utf8), "mine")
  }
}
