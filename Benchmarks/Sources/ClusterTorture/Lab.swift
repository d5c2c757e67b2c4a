import EtcdServer
import Foundation
import Fuzzing
import Glibc
import PressHistory
import TestSupport

/// Six boxes, three nodes of etcd and one of another etcd, presses, faults, and the judgement.
@MainActor
final class Lab {
  let options: Options
  let folder: String
  let network: Network
  var nodes: [Node] = []
  /// It has nothing to do with the others.
  let foreigner: Node
  var computers: [Computer] = []
  let realm: Realm
  let witness: Witness
  /// The program of all actions.
  private let command: String
  let diary: Diary
  var chance: SeededGenerator
  var presses: [RecordedPress] = []
  var faults: [Fault] = []
  /// How many of them were there when they were last told.
  var reported = 0
  var takeovers = 0
  var isStopping = false
  /// Whether nothing else may be disturbed.
  var isAlone = false
  /// When etcd lost its data: everything of before is gone at the second time.
  var dataLosses: [(from: Int64, to: Int64)] = []
  /// How long it took from the end of a box to the answer to a start that is not shared by the next one,
  /// while the first says farewell to a silent etcd; in microseconds.
  var farewells: [Int64] = []
  /// The number of the last start that is not shared, by machine, and when it was answered.
  var ownStarts: [String: (number: Int, answered: Int64)] = [:]
  /// The troubles that front ends have named.
  var troubles: [String] = []

  init(_ options: Options) async throws {
    self.options = options
    chance = SeededGenerator(seed: options.seed)
    // Not a path with a link, which would be another board for a box.
    folder = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path + "/torture-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder + "/witness", withIntermediateDirectories: true)
    witness = Witness(folder: folder + "/witness")
    diary = try Diary(folder + "/diary")
    command = try await WitnessCommand.build(in: folder)
    let clocks = try await WallClock.build(in: folder)
    network = try await Network()
    var places: [Network.Place] = []
    for number in 1...3 { places.append(try await network.add(number)) }
    let cluster = places.enumerated().map { "n\($0)=http://\($1.address):2380" }.joined(separator: ",")
    nodes = places.enumerated().map { [folder] in
      Node($1, name: "n\($0)", cluster: cluster, folder: folder)
    }
    let place = try await network.add(4)
    foreigner = Node(place, name: "x0", cluster: "x0=http://\(place.address):2380", folder: folder)
    let endpoints = nodes.map(\.endpoint)
    realm = Realm(endpoints)
    let own = [Program.path, "box", options.design.rawValue]
    for (index, name) in ["ada", "ben", "cleo", "dan", "eve", "finn"].enumerated() {
      let computer = try Computer(
        name, try await network.add(11 + index), in: network, folder: "\(folder)/\(name)",
        program: options.design == .real && !["ben", "dan"].contains(name)
          ? [Program.signalbox, "box"] : own,
        clocks: clocks)
      try write(endpoints, on: computer)
      computer.onLine = { [weak self] in self?.take($1, of: $0) }
      computers.append(computer)
    }
  }

  /// Writes the board of a machine, with these addresses.
  func write(_ endpoints: [String], on computer: Computer) throws {
    try TortureBoard.text(
      for: computer.name, etcd: endpoints, program: command, witness: witness.folder
    )
    .write(toFile: computer.board, atomically: true, encoding: .utf8)
  }

  /// - Returns: Whether the result is as it must be.
  func run() async throws -> Bool {
    Output.write(
      "etcd \(EtcdBinary.version ?? "?"), seed \(options.seed), design \(options.design.rawValue), in \(folder)"
    )
    for node in nodes + [foreigner] { try node.start(clock: 0) }
    try await wait("etcd answers", 30) { await self.realm.answers() }
    realm.watch()
    for computer in computers { try computer.start() }
    try await wait("all boxes are connected", 60) { self.computers.allSatisfy(\.isConnected) }
    let begin = Moment.now
    let pressing = computers.map { computer in Task { try await press(on: computer) } }
    let taking = Task { try await takeOverAgainAndAgain() }
    let disturbing = (0..<4).map { _ in Task { try await disturb() } }
    for task in disturbing { try await task.value }
    try await wait("enough presses", 3_600) {
      self.presses.count >= self.options.presses || self.isCaught
    }
    isStopping = true
    for task in pressing { try await task.value }
    Output.write("pressed; everything comes to rest")
    let isSettled = await settles()
    taking.cancel()
    let result = Judgement(self, seconds: Double(Moment.now - begin) / 1e6, isSettled: isSettled)
    Output.write(result.text)
    for computer in computers { await computer.signalAll(SIGKILL) }
    for node in nodes + [foreigner] { await node.kill() }
    if result.isRight { try? FileManager.default.removeItem(atPath: folder) }
    return result.isRight
  }

  /// A wrong design need not be tortured any longer.
  var isCaught: Bool { options.design != .real && witness.violations.count >= 3 }

  func wait(_ what: String, _ seconds: Int, until holds: () async -> Bool) async throws {
    let end = Moment.now + Int64(seconds) * 1_000_000
    while !(await holds()) {
      guard Moment.now < end else { throw Options.Mistake("waited in vain until \(what); see \(folder)") }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  // MARK: Presses

  private func take(_ line: String, of computer: Computer) {
    diary.note("\(computer.name): \(line)")
    let words = line.split(separator: " ", maxSplits: 4).map(String.init)
    switch words.first {
    case "answer" where words.count == 5:
      guard let number = Int(words[1]), presses.indices.contains(number) else { return }
      presses[number].asked = Int64(words[2])
      presses[number].answered = Int64(words[3])
      presses[number].answer = words[4]
    case "connected": computer.isConnected = true
    case "silent": computer.isConnected = false
    case "lost" where words.count == 4: computer.lost.insert("\(words[1]) \(words[2])")
    case "found" where words.count == 3: computer.lost.remove("\(words[1]) \(words[2])")
    case "took": if words.count == 2 { takeovers += 1 }
    case "here": computer.isServed = true
    case "loss": computer.dataLoss = line
    case "dismissed": computer.dataLoss = nil
    case "own" where words.count == 5:
      if let number = Int(words[1]), let time = Int64(words[3]) {
        ownStarts[computer.name] = (number, time)
      }
    case "gone", "box": break
    default: troubles.append("\(computer.name): \(line)")
    }
  }

  private func press(on computer: Computer) async throws {
    while !isStopping {
      // Two thirds are presses of the same actions, by everybody.
      pressOnce(on: computer)
      try await Task.sleep(for: .milliseconds(chance.within(10...250)))
    }
  }

  /// - Parameters:
  ///   - name: The action; nil for any.
  ///   - duration: How long the command takes, in milliseconds.
  /// - Returns: The number of the press; nil if too many have no answer.
  @discardableResult
  func pressOnce(on computer: Computer, _ name: String? = nil, duration: Int? = nil) -> Int? {
    guard computer.isListening else { return nil }
    let open = presses.suffix(2_000).count { $0.computer == computer.name && $0.answer == nil }
    guard open < 12 else { return nil }
    let action = name ?? chance.pick(TortureBoard.actions(on: computer.name)).name
    let duration =
      duration ?? (chance.oneIn(40) ? chance.within(2_000...12_000) : chance.within(1...150))
    let number = presses.count
    presses.append(
      RecordedPress(number: number, action: action, computer: computer.name, sent: Moment.now))
    diary.note("\(computer.name): press \(number) \(action)")
    computer.send("press \(number) \(action) \(number) \(duration) \(chance.oneIn(4) ? "fails" : "succeeds")")
    return number
  }

  /// Whether everything comes to rest without faults.
  func settles() async -> Bool {
    let end = Moment.now + 90_000_000
    while Moment.now < end {
      let isAnswered = !presses.contains { $0.answer == nil && !isGone($0) }
      if isAnswered, realm.present.isEmpty, computers.allSatisfy(\.isConnected) { return true }
      try? await Task.sleep(for: .milliseconds(200))
    }
    return false
  }

  /// Whether the front end of a press has ended with its box before it could answer.
  func isGone(_ press: RecordedPress) -> Bool {
    faults.contains {
      $0.kind.endsFrontEnd && $0.computer == press.computer
        && ($0.open.contains(press.number) || $0.before...$0.after + 2_000_000 ~= press.sent)
    }
  }
}
