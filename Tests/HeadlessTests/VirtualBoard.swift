import Board
import Boundary
import BoxClient
import Foundation
import Jobs
import LoopbackBox
import Processes
import Programs
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing
import Wire

@testable import Headless
@testable import signalbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A board without a screen in virtual time. Its output and its messages are pipes, and its end is a value.
@MainActor
final class VirtualBoard {
  let scheduler = TestScheduler()
  let board: HeadlessBoard
  let interlocking: Interlocking
  private let testBox: TestBox
  private let ends = Recorded<HeadlessSurroundings.End>()
  private let output = Pipe()
  private let messages = Pipe()

  init(
    _ actions: String, style: ChangePrinter.Style = .plain(Ink(hasColor: false)), remarks: Remarks = .none
  ) throws {
    let scheduler = scheduler
    for pipe in [output, messages] {
      // A child that another test starts must not keep the pipe open.
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
    }
    let files = HeadlessFiles(
      output: output.fileHandleForWriting.fileDescriptor,
      messages: messages.fileHandleForWriting.fileDescriptor, signals: []
    ) { [ends] in ends.append($0) }
    var surroundings = files.surroundings
    surroundings.scheduler = scheduler
    surroundings.onMain = { block in scheduler.schedule { MainActor.assumeIsolated { block() } } }
    let environment = JobEnvironment(
      scheduler: scheduler, clock: scheduler, executor: scheduler, onMain: surroundings.onMain)
    let definition = try Board.parse("actions:\n" + actions, file: "test.yml")
    var made: TestBox?
    board = try HeadlessBoard(style: style, remarks: remarks, surroundings: surroundings) {
      let box = TestBox(Interlocking(definition, environment: environment), scheduler, kind: .run)
      box.box.flow = files.flow
      made = box
      return box.box
    }
    testBox = try #require(made)
    interlocking = testBox.home.interlocking
  }

  deinit {
    // What is still to be written must not reach descriptors that other tests have got by then.
    let (board, pipes) = (board, [output, messages])
    Task {
      await board.output.flush()
      await board.messages.flush()
      withExtendedLifetime(pipes) {}
    }
  }

  /// How the program has ended; nil while it runs.
  var end: HeadlessSurroundings.End? { ends.values.first }

  /// How often the program was ended. A real program ends at the first time.
  var endCount: Int { ends.values.count }

  /// Closes the reading end of the output.
  func closeReader() throws { try output.fileHandleForReading.close() }

  /// Whether the time limit of the test has passed while it waited; then says what there was.
  private func isTooLate(_ sourceLocation: SourceLocation) -> Bool {
    guard Task.isCancelled else { return false }
    Issue.record(
      "what was waited for has not come; ends \(ends.values), \(board.box.situation.actions.map(\.phase))",
      sourceLocation: sourceLocation)
    return true
  }

  /// Runs what is due now, until the condition holds.
  func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
    while !condition(), !isTooLate(sourceLocation) {
      scheduler.advance()
      await Task.yield()
    }
  }

  /// Lets virtual time pass in small steps until the condition holds.
  func passTime(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
    while !condition(), !isTooLate(sourceLocation) {
      scheduler.advance(by: .milliseconds(10))
      for _ in 0..<10 {
        await Task.yield()
        scheduler.advance()
      }
    }
  }

  /// Starts an action and lets its run begin.
  func start(_ id: String) {
    board.box.start(StartOrder(id))
    scheduler.advance()
  }

  /// Runs actions to the end of the session, in virtual time, and returns the exit code.
  func run(_ ids: String..., waitsForGuards: Bool = false, waitLimit: Duration? = nil) async -> Int32? {
    let session = RunSession(
      board: board, steps: ids.map { .init($0) }, waitsForGuards: waitsForGuards || waitLimit != nil,
      waitLimit: waitLimit)
    let result = Recorded<Int32?>()
    Task { result.append(await session.run()) }
    await passTime { !result.values.isEmpty }
    return result.values.first ?? nil
  }

  /// The lines that were printed since the last call.
  func printedLines() async -> [String] {
    await board.output.flush()
    return lines(of: output)
  }

  /// The lines that can be read now; the first and the last one may be parts of lines.
  func linesRead() -> [String] { lines(of: output) }

  /// The messages that were written since the last call.
  func writtenMessages() async -> [String] {
    await board.messages.flush()
    return lines(of: messages)
  }

  private func lines(of pipe: Pipe) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(pipe.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
