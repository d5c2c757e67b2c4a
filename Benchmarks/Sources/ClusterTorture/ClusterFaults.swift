import Foundation
import Fuzzing
import Glibc
import TestSupport

/// Faults of what lies beside the protocol: boards, nodes and their data, and the moments around an answer.
extension Lab {
  /// Whether something holds soon.
  func soon(_ milliseconds: Int, until holds: () -> Bool) async throws -> Bool {
    let end = Moment.now + Int64(milliseconds) * 1_000
    while !holds() {
      guard Moment.now < end else { return false }
      try await Task.sleep(for: .milliseconds(2))
    }
    return true
  }

  // MARK: Nodes that are not one cluster

  /// The board of a machine also names a node that is another etcd, and then that is the only one which it
  /// can reach.
  func leadToForeigner(_ computer: Computer) async throws {
    let endpoints = nodes.map(\.endpoint)
    try write(endpoints + [foreigner.endpoint], on: computer)
    try await Task.sleep(for: .milliseconds(chance.within(100...1_500)))
    for _ in 0..<4 { pressOnce(on: computer) }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    let (before, open) = (Moment.now, openPresses(of: computer))
    try await network.separate(computer.place, from: nodes.map(\.place))
    note(.foreignNode, of: computer, from: before, open)
    let end = Moment.now + Int64(chance.within(2_000...6_000)) * 1_000
    while Moment.now < end {
      // They run for so long that others meet them.
      for _ in 0..<3 { pressOnce(on: computer, duration: 700) }
      try await Task.sleep(for: .milliseconds(300))
    }
    try await network.mend(computer.place)
    try write(endpoints, on: computer)
    try await recover(computer)
  }

  /// Waits until a machine is connected, and sees that nothing is lost.
  private func recover(_ computer: Computer) async throws {
    diary.note("\(computer.name): well again")
    try await wait("\(computer.name) is connected again", 60) {
      // A person sees that nothing is lost: it was another etcd.
      if computer.dataLoss != nil { computer.send("dismiss") }
      return computer.isConnected && computer.dataLoss == nil
    }
  }

  // MARK: Boards that disagree about lost runs

  /// A machine is cut off while its command goes on. The boards of others would let time end that run, and
  /// its own board does not.
  func loseAmongDisagreeing(_ computer: Computer) async throws {
    guard let number = pressOnce(on: computer, "k", duration: 20_000),
      try await soon(3_000, until: { witness.records.values.contains { $0.press == number } })
    else { return }
    for _ in 0..<4 { pressOnce(on: computer) }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    let (before, open) = (Moment.now, openPresses(of: computer))
    try await network.silence(computer.place)
    note(.disagreement, of: computer, from: before, open)
    let end = Moment.now + 15_000_000
    while Moment.now < end {
      let others = computers.filter { !$0.isFaulty && !FaultKind.disagreement.spares($0) }
      if let other = others.first { pressOnce(on: other, "k", duration: 50) }
      try await Task.sleep(for: .milliseconds(400))
    }
    try await network.mend(computer.place)
    diary.note("\(computer.name): well again")
  }

  // MARK: Lost data

  /// All nodes lose their data while every box is there, also those whose commands run. A person sees the
  /// error of each box, and dismisses it when etcd knows of all runs again.
  func emptyStore() async throws {
    guard !isAlone else { return }
    isAlone = true
    defer { isAlone = false }
    try await wait("nothing else is wrong", 90) {
      computers.allSatisfy { !$0.isFaulty && $0.isConnected } && nodes.allSatisfy { !$0.isFaulty }
    }
    for computer in computers { pressOnce(on: computer, duration: chance.within(10_000...14_000)) }
    try await Task.sleep(for: .milliseconds(chance.within(100...500)))
    for computer in computers { for _ in 0..<3 { pressOnce(on: computer) } }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    let (before, open) = (Moment.now, openPresses(of: nil))
    for node in nodes { node.program?.signal(SIGKILL) }
    for node in nodes { await node.kill() }
    note(.emptiedStore, of: nil, from: before, open)
    // What the nodes have said last.
    try await Task.sleep(for: .milliseconds(300))
    realm.lose()
    for computer in computers { computer.lost = [] }
    dataLosses.append((before, Moment.now))
    for node in nodes {
      try node.erase()
      try node.start(clock: chance.within(0...100_000))
    }
    try await wait("each box says that etcd has lost its data", 60) {
      computers.allSatisfy { $0.isConnected && $0.dataLoss != nil }
    }
    func missing() -> [String] {
      let present = realm.present
      return witness.records.filter { $0.value.end == nil && present[$0.key] == nil }.keys.filter {
        !witness.hasEnded($0)
      }
    }
    if try await !soon(4_000, until: { missing().isEmpty }) {
      troubles.append("etcd is not told again of runs that go on: \(missing().sorted())")
      try await wait("these runs have ended", 60) { missing().isEmpty }
    }
    realm.endLoss()
    for computer in computers { computer.send("dismiss") }
    try await wait("the error is dismissed", 60) { computers.allSatisfy { $0.dataLoss == nil } }
    diary.note("etcd: well again")
  }

  // MARK: Edits

  /// The board of a machine gets other addresses of the same etcd, while its commands run and answers to its
  /// claims are under way.
  func edit(_ computer: Computer) async throws {
    for _ in 0..<3 { pressOnce(on: computer, duration: chance.within(3_000...6_000)) }
    try await Task.sleep(for: .milliseconds(chance.within(50...300)))
    try await network.withholdAnswers(computer.place)
    for _ in 0..<5 { pressOnce(on: computer) }
    try await Task.sleep(for: .milliseconds(chance.within(3...30)))
    let (before, open) = (Moment.now, openPresses(of: computer))
    var endpoints = nodes.map(\.endpoint)
    endpoints.shuffle(using: &chance)
    if chance.oneIn(2) { endpoints.removeLast() }
    if chance.oneIn(2) { endpoints[0] += "/" }
    try write(endpoints, on: computer)
    // The box has read it.
    try await Task.sleep(for: .milliseconds(chance.within(250...1_000)))
    note(.editedCluster, of: computer, from: before, open)
    try await network.mend(computer.place)
    try await Task.sleep(for: .milliseconds(500))
    try await recover(computer)
  }

  // MARK: Moments around an answer

  /// A box stops when the answer to its claim has arrived, and before it is read. While it is, somebody who
  /// knows that the command has not begun takes the run over, and another machine starts the same.
  func freezeBeforeAnswer(_ computer: Computer) async throws {
    guard let process = computer.boxProcess else { return }
    let begin = Moment.now
    try Data().write(to: URL(fileURLWithPath: computer.freezeFile))
    let end = begin + 5_000_000
    while !computer.isStopped, Moment.now < end {
      for _ in 0..<3 { pressOnce(on: computer) }
      _ = try await soon(300) { computer.isStopped }
    }
    // It has stopped at this time at the latest, and its answers are not read.
    let (before, open) = (Moment.now, openPresses(of: computer))
    guard computer.isStopped else {
      unlink(computer.freezeFile)
      return
    }
    note(.frozenAnswer, of: computer, from: before, open)
    try await Task.sleep(for: .milliseconds(100))
    let records = witness.records
    let runs = realm.present.filter {
      realm.process(of: $0.value.member) == process && records[$0.key] == nil
    }
    computer.unbegunRuns.formUnion(runs.keys)
    if try await soon(25_000, until: { realm.present.keys.allSatisfy { runs[$0] == nil } }) {
      for action in Set(runs.values.map(\.action)) {
        for other in computers where !other.isFaulty { pressOnce(on: other, action, duration: 2_500) }
      }
      try await Task.sleep(for: .milliseconds(chance.within(100...500)))
    }
    computer.signalBox(SIGCONT)
    diary.note("\(computer.name): well again")
    try await Task.sleep(for: .milliseconds(300))
  }

  /// A box ends that cannot tell etcd so, and another one takes its place meanwhile. If the first one has
  /// nothing to tell but that, the next one starts at once what is not shared.
  func leaveInSilence(_ computer: Computer) async throws {
    let isIdle = chance.oneIn(2)
    if isIdle {
      // It has nothing to tell etcd but its farewell, for which nobody must wait.
      computer.isListening = false
      guard let process = computer.boxProcess,
        try await soon(
          15_000,
          until: {
            openPresses(of: computer).isEmpty
              && !realm.present.values.contains { realm.process(of: $0.member) == process }
          })
      else {
        computer.isListening = true
        return
      }
      try await Task.sleep(for: .milliseconds(300))
    } else {
      if chance.oneIn(2) { try await network.withholdAnswers(computer.place) }
      for _ in 0..<5 { pressOnce(on: computer) }
      try await Task.sleep(for: .milliseconds(chance.within(0...20)))
    }
    let (before, open) = (Moment.now, openPresses(of: computer))
    try await network.silence(computer.place)
    note(.silentFarewell, of: computer, from: before, open)
    let begin = Moment.now
    try await computer.dismissBox()
    try computer.start()
    let number = faults.count
    let end = begin + 20_000_000
    while !computer.isServed, Moment.now < end {
      if !computer.isBoxRunning { try computer.startBox() }
      try await Task.sleep(for: .milliseconds(5))
    }
    computer.send("own \(number)")
    _ = try await soon(20_000) { ownStarts[computer.name]?.number == number }
    if let start = ownStarts[computer.name], start.number == number {
      if isIdle { farewells.append(start.answered - begin) }
    } else {
      troubles.append("\(computer.name): a start that is not shared has no answer while etcd is silent")
    }
    try await Task.sleep(for: .milliseconds(chance.within(0...8_000)))
    try await network.mend(computer.place)
    try await recover(computer)
  }

  /// A box ends whose start is in the queue.
  func killWaiter(_ computer: Computer) async throws {
    guard let process = computer.boxProcess else { return }
    for other in computers.filter({ !$0.isFaulty }).prefix(2) { pressOnce(on: other, "w", duration: 3_000) }
    try await Task.sleep(for: .milliseconds(30))
    for _ in 0..<2 { pressOnce(on: computer, "w", duration: 100) }
    guard try await soon(2_000, until: { realm.hasWaiting(process, for: "w") }) else { return }
    for _ in 0..<4 { pressOnce(on: computer) }
    try await Task.sleep(for: .microseconds(chance.within(0...8_000)))
    let (before, open) = (Moment.now, openPresses(of: computer))
    computer.signalBox(SIGKILL)
    note(.killedWaiter, of: computer, from: before, open)
    try await restart(computer)
    diary.note("\(computer.name): well again")
  }
}
