import Foundation
import PseudoTerminal
import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The real program without a terminal: its outputs are pipes, and it has a directory of its own with one
/// board or none.
final class HeadlessProgram {
  /// What became of a run.
  struct Result {
    var status: Int32
    var isSignalled: Bool
    /// Standard output and standard error, byte for byte.
    var outputBytes: Data
    var messageBytes: Data

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var messages: String { String(decoding: messageBytes, as: UTF8.self) }
  }

  let directory: URL
  private let isDirectoryOwned: Bool
  private let process: ChildProgram
  private let output = Pipe()
  private let messages = Pipe()

  static let board = """
    actions:
      hello: {key: h, title: Say hello, run: "echo hello; echo world"}
      seven: {run: exit 7}
      killed: {run: kill -TERM $$}
      slow: {run: "echo begin; exec sleep 600", timeout: 200ms}
      stubborn: {run: "trap '' TERM; echo $$; while :; do sleep 600; done"}
      after: {run: echo after, enabled-if: hello.succeeded && !seven.running}
      pick: {run: echo got $INPUT, buttons: [{key: 1, title: One, input: one}, {key: 2, title: Two, input: two}]}
      flood: {run: exec yes}
      missing: {run: [/nonexistent/program]}
    """

  var processIdentifier: Int32 { process.processIdentifier }

  /// Starts the program.
  /// - Parameters:
  ///   - way: Where the board lives.
  ///   - sandbox: The directory in which it starts; nil for a directory of its own.
  ///   - board: What stands in `signalbox.yml`; nil for no file.
  ///   - subdirectory: Where below the directory of the board the program starts.
  ///   - redirection: What a shell does to its descriptors, such as `>&-`.
  ///   - prelude: Shell commands that run first, in the process that then becomes the program.
  ///   - joinsOutputs: Whether standard error is the pipe of standard output, as with `2>&1`.
  init(
    _ arguments: [String], way: Way = .present, on sandbox: Sandbox? = nil,
    board: String? = HeadlessProgram.board,
    environment: [String: String] = [:],
    subdirectory: String = "", redirection: String = "", prelude: String = "", joinsOutputs: Bool = false
  ) throws {
    isDirectoryOwned = sandbox == nil
    directory =
      sandbox.map { URL(filePath: $0.directory) }
      ?? FileManager.default.temporaryDirectory.appending(path: "signalbox-\(UUID())")
    let start = directory.appending(path: subdirectory)
    try FileManager.default.createDirectory(at: start, withIntermediateDirectories: true)
    if isDirectoryOwned {
      try board?.write(to: directory.appending(path: "signalbox.yml"), atomically: false, encoding: .utf8)
    }
    let program = BuiltProducts.path(of: "signalbox")
    let needsShell = !(redirection + prelude).isEmpty
    let shell = needsShell ? ["-c", "\(prelude)\nexec \"$0\" \"$@\" \(redirection)", program] : []
    process = try ChildProgram(
      needsShell ? "/bin/sh" : program, shell + way.arguments(arguments),
      environment: Program.plainEnvironment.merging(environment) { $1 }, directory: start.path,
      output: .pipe(output), errors: joinsOutputs ? nil : .pipe(messages))
    if joinsOutputs { try messages.fileHandleForWriting.close() }
  }

  deinit {
    process.signal(SIGKILL)
    guard isDirectoryOwned else { return }
    Way.endBoxes(in: directory.path)
    try? FileManager.default.removeItem(at: directory)
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: String..., board: String? = HeadlessProgram.board, environment: [String: String] = [:]
  ) throws -> Result {
    try HeadlessProgram(arguments, board: board, environment: environment).end()
  }

  /// The next line of standard output, without its end.
  func line() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the program has written something to standard output that nobody has read, or has closed it.
  var hasUnreadOutput: Bool {
    var question = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, 0) > 0
  }

  #if os(Linux)
  /// Lets the pipe of standard output hold a single page: it is full with the first line that is not read.
  func makeOutputSmall() {
    // F_SETPIPE_SZ, which glibc shows only to programs that ask for its extensions.
    _ = fcntl(output.fileHandleForReading.fileDescriptor, 1031, 4096)
  }

  /// Waits until the program has written something that nobody has read, and all its threads sleep.
  func waitUntilHeldUp() {
    var count: Int32 = 0
    while process.isRunning {
      _ = ioctl(output.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
      let before = ContextSwitches.voluntary(of: process.processIdentifier)
      _ = poll(nil, 0, 200)
      if count > 0, ContextSwitches.voluntary(of: process.processIdentifier) == before { return }
    }
  }
  #endif
  /// What arrives on standard error until nothing has for so many milliseconds; the first may take any time.
  func messagesUntilSilent(for milliseconds: Int32) -> Data {
    let descriptor = messages.fileHandleForReading.fileDescriptor
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var said = Data()
    while poll(&question, 1, said.isEmpty ? -1 : milliseconds) > 0 {
      let bytes = messages.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      said += bytes
    }
    return said
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Goes away as a reader, as `head` does when it has enough.
  func closeOutput() throws { try output.fileHandleForReading.close() }

  /// Reads the rest and waits for the end.
  func end(readsOutput: Bool = true) throws -> Result {
    let printed = readsOutput ? try output.fileHandleForReading.readToEnd() : nil
    let said = try messages.fileHandleForReading.readToEnd()
    let (status, isSignalled) =
      switch process.waitForEnd() {
      case .exited(let code): (code, false)
      case .signalled(let signal): (signal, true)
      }
    return Result(
      status: status, isSignalled: isSignalled, outputBytes: printed ?? Data(), messageBytes: said ?? Data())
  }
}
