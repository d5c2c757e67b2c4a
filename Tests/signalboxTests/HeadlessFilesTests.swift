import Foundation
import Headless
import TestSupport
import Testing

@testable import signalbox

@MainActor
@Suite(.timeLimit(.minutes(15))) struct HeadlessFilesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func open(_ path: String) throws -> FileHandle { try #require(FileHandle(forWritingAtPath: path)) }

  @Test func `two descriptors of one file are written in one order, and passed on once`() throws {
    let path = try scratch.write("", to: "file")
    let (one, other) = (try open(path), try open(path))
    let surroundings = HeadlessFiles(
      output: one.fileDescriptor, messages: other.fileDescriptor, signals: []
    ) { _ in }.surroundings
    #expect(surroundings.messages === surroundings.output)
    #expect(surroundings.descriptors == [one.fileDescriptor])
    #expect(!surroundings.isOnTerminal && surroundings.windowSize() == nil)
  }

  @Test func `two files are written by themselves, and both are passed on`() throws {
    let (one, other) = (
      try open(scratch.write("", to: "one")), try open(scratch.write("", to: "other"))
    )
    let surroundings = HeadlessFiles(
      output: one.fileDescriptor, messages: other.fileDescriptor, signals: []
    ) { _ in }.surroundings
    #expect(surroundings.messages !== surroundings.output)
    #expect(surroundings.descriptors == [one.fileDescriptor, other.fileDescriptor])
  }
}
