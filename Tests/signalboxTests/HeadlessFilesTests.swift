import Foundation
import Headless
import TestSupport
import Testing

@testable import signalbox

@MainActor
@Suite(.timeLimit(.minutes(15))) struct HeadlessFilesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func open(_ name: String) throws -> FileHandle {
    try #require(FileHandle(forWritingAtPath: scratch.write("", to: name)))
  }

  @Test func `two descriptors of one file are written in one order, and passed on once`() throws {
    let (one, other) = (try open("file"), try open("file"))
    let surroundings = HeadlessFiles(
      output: one.fileDescriptor, messages: other.fileDescriptor, signals: []
    ) { _ in }.surroundings
    #expect(surroundings.messages === surroundings.output)
    #expect(surroundings.descriptors == [one.fileDescriptor])
    #expect(!surroundings.isOnTerminal && surroundings.windowSize() == nil)
  }

  @Test func `two files are written by themselves, and both are passed on`() throws {
    let (one, other) = (try open("one"), try open("other"))
    let surroundings = HeadlessFiles(
      output: one.fileDescriptor, messages: other.fileDescriptor, signals: []
    ) { _ in }.surroundings
    #expect(surroundings.messages !== surroundings.output)
    #expect(surroundings.descriptors == [one.fileDescriptor, other.fileDescriptor])
  }
}
