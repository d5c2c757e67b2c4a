import Foundation
import Fuzzing
import Glibc
import TestSupport

/// Cables that are cut, and who is stopped or killed, again and again until each kind has happened often
/// enough.
extension Lab {
  /// Those of a kind that happened while a press was asked and not answered.
  func effective(_ kind: FaultKind) -> Int {
    faults.count { fault in
      fault.kind == kind
        && fault.open.contains { number in
          (presses[number].asked ?? presses[number].sent) <= fault.before
            && (presses[number].answered ?? .max) >= fault.after
        }
    }
  }

  /// Notes that a fault has begun.
  /// - Parameters:
  ///   - computer: Whose presses it concerns; nil for those of all.
  ///   - open: ``openPresses(of:)`` when it began.
  func note(_ kind: FaultKind, of computer: Computer?, from before: Int64, _ open: [Int]) {
    faults.append(Fault(kind: kind, computer: computer?.name, before: before, after: Moment.now, open: open))
    diary.note("\(computer?.name ?? "etcd"): \(kind.rawValue)")
  }

  /// The presses without an answer; nil for those of all machines.
  func openPresses(of computer: Computer?) -> [Int] {
    presses.indices.suffix(4_000).filter {
      presses[$0].answer == nil && (computer == nil || presses[$0].computer == computer?.name)
    }
  }

  func disturb() async throws {
    while !isCaught {
      try await Task.sleep(for: .milliseconds(chance.within(100...700)))
      if isAlone { continue }
      let counts = options.kinds.map { ($0, effective($0)) }
      let missing = counts.filter { $0.1 < options.faults }
      if missing.isEmpty { return }
      let kind = chance.pick(missing).0
      if faults.count >= reported + 20 {
        reported = faults.count
        Output.write(
          "\(presses.count) presses, \(faults.count) faults, \(takeovers) takeovers, missing \(missing.map { options.faults - $0.1 }.reduce(0, +)), violations \(witness.violations.count)"
        )
      }
      switch kind.victim {
      case .node: try await disturbNode(kind)
      case .everything: try await emptyStore()
      case .computer:
        let well = computers.filter { !$0.isFaulty && $0.isConnected && !kind.spares($0) }
        guard !well.isEmpty, computers.count(where: { !$0.isFaulty && $0.isConnected }) > 2 else { continue }
        let computer = chance.pick(well)
        computer.isFaulty = true
        switch kind {
        case .foreignNode: try await leadToForeigner(computer)
        case .disagreement: try await loseAmongDisagreeing(computer)
        case .editedCluster: try await edit(computer)
        case .frozenAnswer: try await freezeBeforeAnswer(computer)
        case .silentFarewell: try await leaveInSilence(computer)
        case .killedWaiter: try await killWaiter(computer)
        default: try await disturbComputer(computer, kind)
        }
        computer.isFaulty = false
      }
    }
  }

  /// How long a fault lasts, in milliseconds: mostly short; sometimes longer than a lease.
  private var holdTime: Int {
    chance.oneIn(4) ? chance.within(10_500...14_000) : chance.within(200...3_500)
  }

  private func disturbComputer(_ computer: Computer, _ kind: FaultKind) async throws {
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
    let (before, open) = (Moment.now, openPresses(of: computer))
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
    note(kind, of: computer, from: before, open)
    switch kind {
    case .clock: try await Task.sleep(for: .milliseconds(chance.within(50...500)))
    case .killedBox, .powerLoss:
      if kind == .powerLoss { await computer.signalAll(SIGKILL) }
      try await restart(computer)
    case .pausedBox, .frozenComputer:
      try await Task.sleep(for: .milliseconds(holdTime))
      await computer.signalAll(SIGCONT)
    default:
      try await Task.sleep(for: .milliseconds(holdTime))
      try await network.mend(computer.place)
    }
    diary.note("\(computer.name): well again")
  }

  /// Starts a box again that was killed.
  func restart(_ computer: Computer) async throws {
    computer.isListening = false
    try await computer.waitForEnd()
    try await Task.sleep(for: .milliseconds(chance.within(50...3_000)))
    try computer.start()
    try await wait("\(computer.name) is connected again", 60) { computer.isConnected }
  }

  private func disturbNode(_ kind: FaultKind) async throws {
    let well = nodes.filter { !$0.isFaulty }
    // Now and then two, so that there is no majority.
    guard well.count == 3 || well.count == 2 && chance.oneIn(3) else { return }
    let node = chance.pick(well)
    node.isFaulty = true
    for computer in computers where !computer.isFaulty { pressOnce(on: computer) }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    let (before, open) = (Moment.now, openPresses(of: nil))
    switch kind {
    case .silentNodeCable: try await network.silence(node.place)
    case .unpluggedNode: try await network.unplug(node.place)
    case .pausedNode: node.program?.signal(SIGSTOP)
    case .killedNode: await node.kill()
    default: return
    }
    note(kind, of: nil, from: before, open)
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
}
