import Foundation
import Glibc
import TestSupport

/// A machine with a box, and a front end that presses.
@MainActor
final class Computer {
  let name: String
  let place: Network.Place
  private let network: Network
  private let folder: String
  private let program: [String]
  private var box: ChildProgram?
  private var frontEnd: Process?
  private var input: FileHandle?
  /// The processes of boxes that have ended, with all their commands.
  private(set) var deadBoxes: Set<Int32> = []
  var isFaulty = false
  var isConnected = false
  /// Whether its front end can press.
  var isListening = false
  /// Whether its front end has reached the box.
  var isServed = false
  /// What its box says that etcd has lost.
  var dataLoss: String?
  /// The runs whose commands its box cannot have started, because it was stopped before it knew of them.
  var unbegunRuns: Set<String> = []
  /// The lost runs that its front end shows: "a1 RUN".
  var lost: Set<String> = []
  var onLine: (Computer, String) -> Void = { _, _ in }

  /// The wall clock of the box and its commands.
  let clock: WallClock

  /// - Parameter clocks: The library that makes wall clocks.
  init(
    _ name: String, _ place: Network.Place, in network: Network, folder: String, program: [String],
    clocks: String
  ) throws {
    (self.name, self.place, self.network, self.folder, self.program) = (name, place, network, folder, program)
    clock = WallClock(library: clocks, file: folder + "/clock")
    try FileManager.default.createDirectory(atPath: "\(folder)/run", withIntermediateDirectories: true)
    chmod("\(folder)/run", 0o700)
    clock.write()
  }

  var board: String { folder + "/signalbox.yml" }
  /// While this file exists, a box of ``WrongBox`` stops itself at the answer to its next claim.
  var freezeFile: String { board + ".freeze" }
  /// Whether the box is one of ``WrongBox``.
  var canFreezeItself: Bool { program.contains("box") && program.first == Program.path }
  /// Whether the box is stopped.
  var isStopped: Bool {
    guard let process = boxProcess,
      let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let state = text.split(separator: ")").last?.first(where: { $0 != " " })
    else { return false }
    return state == "T"
  }
  var boxProcess: Int32? { box?.processIdentifier }
  var isBoxRunning: Bool { box?.isRunning == true }

  func start() throws {
    try startBox()
    isConnected = false
    isServed = false
    isListening = true
    (lost, dataLoss) = ([], nil)
    try startFrontEnd()
  }

  /// Starts a box, which ends at once if there is another one.
  func startBox() throws {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_RUNTIME_DIR"] = folder + "/run"
    environment.merge(clock.environment) { $1 }
    box = try Shell.start(
      """
      exec nsenter --net=\(place.path) unshare --uts sh -c \
      'hostname \(name) && exec \(program.joined(separator: " ")) \(board)' >>\(folder)/box.log 2>&1 3>&1 </dev/null
      """, environment: environment)
    box?.whenEnded { [weak self] outcome in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { if let self { self.onLine(self, "box ended \(outcome)") } }
      }
    }
  }

  private func startFrontEnd() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/nsenter")
    process.arguments = ["--net=\(place.path)", Program.path, "front-end", board, "pressing \(name)"]
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_RUNTIME_DIR"] = folder + "/run"
    process.environment = environment
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    frontEnd = process
    self.input = input.fileHandleForWriting
    let handle = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      var text = ""
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
        var lines = text.components(separatedBy: "\n")
        text = lines.removeLast()
        DispatchQueue.main.async { [lines] in
          MainActor.assumeIsolated {
            guard let self, self.frontEnd === process else { return }
            for line in lines { self.onLine(self, line) }
          }
        }
      }
    }
  }

  /// Asks the box to end, and returns when its front end has: the next box may begin then, while this one
  /// says farewell to etcd.
  func dismissBox() async throws {
    guard let box else { return }
    isListening = false
    box.whenEnded { [weak self, process = box.processIdentifier] _ in
      DispatchQueue.main.async { MainActor.assumeIsolated { _ = self?.deadBoxes.insert(process) } }
    }
    box.signal(SIGTERM)
    while frontEnd?.isRunning == true { try await Task.sleep(for: .milliseconds(5)) }
  }

  func send(_ line: String) {
    try? input?.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// All its processes but the front end, which belongs to the person.
  func listProcesses() async -> [Int32] {
    await network.processes(in: place).filter { $0 != frontEnd?.processIdentifier }
  }

  func signalAll(_ signal: Int32) async {
    for process in await listProcesses() { Glibc.kill(process, signal) }
  }

  func signalBox(_ signal: Int32) { if let process = boxProcess { Glibc.kill(process, signal) } }

  /// Waits until nothing of the box is left, after it was killed.
  func waitForEnd() async throws {
    let end = Moment.now + 20_000_000
    while true {
      // Reaps it.
      _ = box?.isRunning
      let processes = await listProcesses()
      if processes.isEmpty { break }
      guard Moment.now < end else { throw Options.Mistake("processes of \(name) do not end: \(processes)") }
      try await Task.sleep(for: .milliseconds(20))
    }
    if let process = boxProcess { deadBoxes.insert(process) }
    while frontEnd?.isRunning == true { try await Task.sleep(for: .milliseconds(20)) }
  }
}

enum Program {
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  static let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
  static let signalbox = folder + "/signalbox"
}
