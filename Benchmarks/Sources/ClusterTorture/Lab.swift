import Foundation
import Fuzzing
import Glibc
import PressHistory
import TestSupport

enum FaultKind: String, CaseIterable {
  case silentBoxCable = "cable of a box cut, silently"
  case deafBox = "cable of a box cut, for answers only"
  case unpluggedBox = "cable of a box pulled"
  case silentNodeCable = "cable of a node cut, silently"
  case unpluggedNode = "cable of a node pulled"
  case pausedBox = "SIGSTOP of a box"
  case frozenComputer = "SIGSTOP of a box and all its commands"
  case pausedNode = "SIGSTOP of a node"
  case killedBox = "kill -9 of a box"
  case powerLoss = "kill -9 of a box and all its commands"
  case killedNode = "kill -9 of a node, which returns with another monotonic clock"
  case clock = "jump of the wall clock of a box"

  var concernsNode: Bool {
    switch self {
    case .silentNodeCable, .unpluggedNode, .pausedNode, .killedNode: true
    default: false
    }
  }
}

struct Fault {
  let kind: FaultKind
  /// The name of the box; nil for a node.
  let computer: String?
  /// It has begun between these times.
  let before: Int64
  let after: Int64
}

struct RecordedPress {
  let action: String
  let computer: String
  let sent: Int64
  var asked: Int64?
  var answered: Int64?
  /// Nil if its front end has not answered yet.
  var answer: String?
}

/// Six boxes and three nodes of etcd, presses, faults, and the judgement.
@MainActor
final class Lab {
  let options: Options
  let folder: String
  let network: Network
  var nodes: [Node] = []
  var computers: [Computer] = []
  let realm: Realm
  let witness: Witness
  private let diary: Diary
  var chance: SeededGenerator
  var presses: [RecordedPress] = []
  var faults: [Fault] = []
  var takeovers = 0
  var isStopping = false
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
    let clocks = try await WallClock.build(in: folder)
    network = try await Network()
    var places: [Network.Place] = []
    for number in 1...3 { places.append(try await network.add(number)) }
    let cluster = places.enumerated().map { "n\($0)=http://\($1.address):2380" }.joined(separator: ",")
    nodes = places.enumerated().map { [folder] in
      Node($1, name: "n\($0)", cluster: cluster, folder: folder)
    }
    let endpoints = nodes.map(\.endpoint)
    realm = Realm(endpoints)
    let program =
      options.design == .real ? [Program.signalbox, "box"] : [Program.path, "box", options.design.rawValue]
    for (index, name) in ["ada", "ben", "cleo", "dan", "eve", "finn"].enumerated() {
      let computer = try Computer(
        name, try await network.add(11 + index), in: network, folder: "\(folder)/\(name)", program: program,
        clocks: clocks)
      try TortureBoard.text(etcd: endpoints, program: Program.path, witness: witness.folder)
        .write(toFile: computer.board, atomically: true, encoding: .utf8)
      computer.onLine = { [weak self] in self?.take($1, of: $0) }
      computers.append(computer)
    }
  }

  /// - Returns: Whether the result is as it must be.
  func run() async throws -> Bool {
    Output.write("seed \(options.seed), design \(options.design.rawValue), in \(folder)")
    for node in nodes { try node.start(clock: 0) }
    try await wait("etcd answers", 30) { await self.realm.answers() }
    realm.watch()
    for computer in computers { try computer.start() }
    try await wait("all boxes are connected", 60) { self.computers.allSatisfy(\.isConnected) }
    let begin = Moment.now
    let pressing = computers.map { computer in Task { try await press(on: computer) } }
    let taking = Task { try await takeOverAgainAndAgain() }
    let disturbing = (0..<2).map { lane in Task { try await disturb(lane) } }
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
    for node in nodes { await node.kill() }
    if result.isRight { try? FileManager.default.removeItem(atPath: folder) }
    return result.isRight
  }

  /// A wrong design need not be tortured any longer.
  var isCaught: Bool { options.design != .real && witness.violations.count >= 3 }

  private func wait(_ what: String, _ seconds: Int, until holds: () async -> Bool) async throws {
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

  /// - Parameter duration: How long the command takes, in milliseconds.
  private func pressOnce(on computer: Computer, duration: Int? = nil) {
    guard computer.isListening else { return }
    let open = presses.suffix(2_000).count { $0.computer == computer.name && $0.answer == nil }
    guard open < 12 else { return }
    let action = chance.pick(TortureBoard.actions).name
    let duration =
      duration ?? (chance.oneIn(40) ? chance.within(2_000...12_000) : chance.within(1...150))
    let number = presses.count
    presses.append(RecordedPress(action: action, computer: computer.name, sent: Moment.now))
    diary.note("\(computer.name): press \(number) \(action)")
    computer.send("press \(number) \(action) \(number) \(duration) \(chance.oneIn(4) ? "fails" : "succeeds")")
  }

  // MARK: Takeovers

  private func takeOverAgainAndAgain() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(200))
      let shown = Set(computers.filter { !$0.isFaulty }.flatMap(\.lost))
      guard !shown.isEmpty else { continue }
      let (records, present) = (witness.records, realm.present)
      for action in Set(shown.compactMap { $0.split(separator: " ").first.map(String.init) }).sorted() {
        // A takeover ends all runs of the action that are lost then, so the person must know about all.
        let runs = present.filter { $0.value.action == action }
        guard !runs.isEmpty,
          runs.allSatisfy({ isOver($0.key, $0.value, records[$0.key]) || isWell($0.value) })
        else { continue }
        let witnesses = computers.filter { computer in
          !computer.isFaulty && computer.lost.contains { $0.hasPrefix("\(action) ") }
        }
        guard !witnesses.isEmpty else { continue }
        chance.pick(witnesses).send("takeover \(action) the witness knows that it has ended")
      }
    }
  }

  /// Whether its command has really ended, or its machine has before it began.
  private func isOver(_ name: String, _ run: Realm.Run, _ record: Witness.Record?) -> Bool {
    if let process = realm.process(of: run.member),
      computers.contains(where: { $0.deadBoxes.contains(process) })
    {
      return true
    }
    return record != nil && witness.hasEnded(name)
  }

  /// Whether nothing happens to its machine, so that it is not lost.
  private func isWell(_ run: Realm.Run) -> Bool {
    guard let process = realm.process(of: run.member) else { return false }
    return computers.contains { $0.boxProcess == process && !$0.isFaulty && $0.isConnected }
  }

  // MARK: Faults

  /// Those of a kind that happened while a press was asked and not answered.
  func effective(_ kind: FaultKind) -> Int {
    faults.filter { $0.kind == kind }.count { fault in
      presses.contains { press in
        (fault.computer == nil || press.computer == fault.computer)
          && (press.asked ?? press.sent) <= fault.before
          && (press.answered ?? .max) >= fault.after
      }
    }
  }

  private func disturb(_ lane: Int) async throws {
    while !isCaught {
      try await Task.sleep(for: .milliseconds(chance.within(100...700)))
      let counts = FaultKind.allCases.map { ($0, effective($0)) }
      let missing = counts.filter { $0.1 < options.faults }
      if missing.isEmpty { return }
      let kind = chance.pick(missing).0
      if lane == 0, faults.count % 20 == 0 {
        Output.write(
          "\(presses.count) presses, \(faults.count) faults, \(takeovers) takeovers, missing \(missing.map { options.faults - $0.1 }.reduce(0, +)), violations \(witness.violations.count)"
        )
      }
      if kind.concernsNode { try await disturbNode(kind) } else { try await disturbComputer(kind) }
    }
  }

  /// How long a fault lasts, in milliseconds: mostly short; sometimes longer than a lease.
  private var holdTime: Int {
    chance.oneIn(4) ? chance.within(10_500...14_000) : chance.within(200...3_500)
  }

  private func disturbComputer(_ kind: FaultKind) async throws {
    let well = computers.filter { !$0.isFaulty && $0.isConnected }
    guard well.count > 2 else { return }
    let computer = chance.pick(well)
    computer.isFaulty = true
    let holdTime = holdTime
    if holdTime > 10_000 {
      // Commands that run when the lease expires, and longer.
      for _ in 0..<3 { pressOnce(on: computer, duration: chance.within(9_000...16_000)) }
      try await Task.sleep(for: .milliseconds(chance.within(50...500)))
    }
    for _ in 0..<4 { pressOnce(on: computer) }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    // Listing the processes takes time, in which the claims would be answered.
    let processes = kind == .frozenComputer || kind == .powerLoss ? await computer.listProcesses() : []
    if !processes.isEmpty {
      for _ in 0..<3 { pressOnce(on: computer) }
      try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    }
    let before = Moment.now
    switch kind {
    case .silentBoxCable: try await network.silence(computer.place)
    case .deafBox: try await network.deafen(computer.place)
    case .unpluggedBox: try await network.unplug(computer.place)
    case .pausedBox: computer.signalBox(SIGSTOP)
    case .frozenComputer:
      for process in processes { Glibc.kill(process, SIGSTOP) }
      await computer.signalAll(SIGSTOP)
    case .killedBox: computer.signalBox(SIGKILL)
    case .powerLoss:
      for process in processes { Glibc.kill(process, SIGSTOP) }
      await computer.signalAll(SIGKILL)
    case .clock:
      computer.clock.offset = chance.pick([86_400, -86_400, 0, -3, 3, 31_536_000, -7_200])
    default: return
    }
    faults.append(Fault(kind: kind, computer: computer.name, before: before, after: Moment.now))
    diary.note("\(computer.name): \(kind.rawValue)")
    switch kind {
    case .clock: try await Task.sleep(for: .milliseconds(chance.within(50...500)))
    case .killedBox, .powerLoss:
      if kind == .powerLoss { await computer.signalAll(SIGKILL) }
      computer.isListening = false
      try await computer.waitForEnd()
      try await Task.sleep(for: .milliseconds(chance.within(50...3_000)))
      try computer.start()
      try await wait("\(computer.name) is connected again", 60) { computer.isConnected }
    case .pausedBox, .frozenComputer:
      try await Task.sleep(for: .milliseconds(holdTime))
      await computer.signalAll(SIGCONT)
    default:
      try await Task.sleep(for: .milliseconds(holdTime))
      try await network.mend(computer.place)
    }
    diary.note("\(computer.name): well again")
    computer.isFaulty = false
  }

  private func disturbNode(_ kind: FaultKind) async throws {
    let well = nodes.filter { !$0.isFaulty }
    // Now and then two, so that there is no majority.
    guard well.count == 3 || well.count == 2 && chance.oneIn(3) else { return }
    let node = chance.pick(well)
    node.isFaulty = true
    for computer in computers where !computer.isFaulty { pressOnce(on: computer) }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    let before = Moment.now
    switch kind {
    case .silentNodeCable: try await network.silence(node.place)
    case .unpluggedNode: try await network.unplug(node.place)
    case .pausedNode: node.program?.signal(SIGSTOP)
    case .killedNode: await node.kill()
    default: return
    }
    faults.append(Fault(kind: kind, computer: nil, before: before, after: Moment.now))
    diary.note("\(node.endpoint): \(kind.rawValue)")
    switch kind {
    case .killedNode:
      try await Task.sleep(for: .milliseconds(chance.within(200...3_000)))
      try node.start(clock: chance.within(0...100_000))
      try await Task.sleep(for: .seconds(1))
    case .pausedNode:
      try await Task.sleep(for: .milliseconds(holdTime))
      node.program?.signal(SIGCONT)
    default:
      try await Task.sleep(for: .milliseconds(holdTime))
      try await network.mend(node.place)
    }
    diary.note("\(node.endpoint): well again")
    node.isFaulty = false
  }

  /// Whether everything comes to rest without faults.
  private func settles() async -> Bool {
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
      ($0.kind == .killedBox || $0.kind == .powerLoss) && $0.computer == press.computer
        && press.sent <= $0.after + 2_000_000
        && press.sent >= $0.before - 1_000_000
    }
  }
}
