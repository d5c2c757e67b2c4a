import Foundation
import Fuzzing

/// The person who knows from the witness that a lost run has ended.
extension Lab {
  func takeOverAgainAndAgain() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(200))
      let shown = Set(computers.filter { !$0.isFaulty }.flatMap(\.lost))
      guard !shown.isEmpty, !isAlone else { continue }
      let (records, present) = (witness.records, realm.present)
      for action in Set(shown.compactMap { $0.split(separator: " ").first.map(String.init) }).sorted() {
        let runs = present.filter { $0.value.action == action && isOver($0.key, $0.value, records[$0.key]) }
          .keys
        let witnesses = computers.filter { computer in
          !computer.isFaulty && runs.contains { computer.lost.contains("\(action) \($0)") }
        }
        guard !witnesses.isEmpty else { continue }
        let names = runs.sorted().joined(separator: ",")
        chance.pick(witnesses).send("takeover \(action) \(names) the witness knows that it has ended")
      }
    }
  }

  /// Whether its command has really ended, or its machine has or was stopped before it began.
  private func isOver(_ name: String, _ run: Realm.Run, _ record: Witness.Record?) -> Bool {
    if let process = realm.process(of: run.member),
      computers.contains(where: { $0.deadBoxes.contains(process) })
    {
      return true
    }
    if record == nil, computers.contains(where: { $0.unbegunRuns.contains(name) }) { return true }
    return record != nil && witness.hasEnded(name)
  }
}
