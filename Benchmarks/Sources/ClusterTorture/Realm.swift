import Etcd
import Foundation
import Synchronization

/// What etcd says about the realm, as seen from outside: which runs there are, when at the latest each began
/// and ended, who waits, and what etcd must not say.
final class Realm: Sendable {
  struct Run: Sendable {
    var action = ""
    var member = ""
    var press = -1
    var seen: Int64 = 0
    var gone: Int64?
    /// How often etcd had lost its data before it began.
    var age = 0
    /// How it ended; nil if only its key was deleted.
    var result: String?
  }

  private struct State {
    /// By the name of the run.
    var runs: [String: Run] = [:]
    /// The runs that are in progress, by key.
    var present: [String: String] = [:]
    /// The starts that wait: their revisions and members, by action and by the name of the run.
    var waits: [String: [String: (revision: Int64, member: String)]] = [:]
    /// The processes of the members.
    var processes: [String: Int32] = [:]
    /// How often etcd has lost its data.
    var age = 0
    /// Starts that began before others that had waited for longer.
    var overtakings: [String] = []
    var revision: Int64 = 0
    var watch: EtcdWatch?
    /// Increases with each watch; only the last one counts.
    var watches = 0

    mutating func note(_ entry: EtcdEntry, _ parts: [String], at time: Int64) {
      let data = Data(entry.value)
      switch parts.first {
      case "run" where parts.count == 4:
        guard let value = try? JSONDecoder().decode(RunValue.self, from: data) else { return }
        present[entry.key] = value.run
        // Entered again after a loss.
        guard runs[value.run] == nil else { return }
        let press = value.input?.split(separator: " ").first.flatMap { Int($0) }
        runs[value.run] = Run(
          action: parts[2], member: value.member, press: press ?? -1, seen: time, age: age)
        let first = waits[parts[2]]?.min { $0.value.revision < $1.value.revision }
        if let first, first.key != value.run {
          overtakings.append(
            "\(value.run) of \(parts[2]) began before \(first.key), which had waited for longer")
        }
      case "wait" where parts.count == 4:
        guard let value = try? JSONDecoder().decode(WaitValue.self, from: data) else { return }
        waits[parts[2], default: [:]][parts[3]] = (entry.createRevision, value.member)
      case "last":
        guard let value = try? JSONDecoder().decode(LastValue.self, from: data) else { return }
        runs[value.run]?.result = value.result
      case "host":
        guard let value = try? JSONDecoder().decode(HostValue.self, from: data) else { return }
        processes[parts[1]] = value.process
      default: break
      }
    }
  }

  private let client: EtcdClient
  private let prefix = "/signalbox/1/torture/"
  private let state = Mutex(State())

  init(_ endpoints: [String]) { client = EtcdClient(EtcdSettings(endpoints: endpoints)) }

  /// Whether a linearizable read succeeds.
  func answers() async -> Bool {
    if case .success = await client.perform(.read([EtcdRange(key: prefix)]), within: .seconds(1)) {
      true
    } else {
      false
    }
  }

  func watch() {
    let (number, revision) = state.withLock { state in
      state.watches += 1
      return (state.watches, state.revision)
    }
    let watch = client.watch(prefix: prefix, from: revision + 1) { [weak self] event in
      switch event {
      case .changes(_, let changes): self?.take(changes, of: number, at: Moment.now)
      case .ended, .compacted:
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { self?.watchAgain(after: number) }
      case .created, .progress: break
      }
    }
    state.withLock { if $0.watches == number { $0.watch = watch } }
  }

  private func watchAgain(after number: Int) {
    if state.withLock({ $0.watches == number }) { watch() }
  }

  /// Forgets what etcd has lost, and watches from its new beginning.
  func lose() {
    state.withLock { state in
      state.age += 1
      (state.present, state.waits, state.revision) = ([:], [:], 0)
    }
    watch()
  }

  /// After a loss, etcd has been told of everything that is still there: the other runs are gone.
  func endLoss() {
    state.withLock { state in
      let present = Set(state.present.values)
      for (name, run) in state.runs where run.age < state.age && run.gone == nil && !present.contains(name) {
        state.runs[name]?.gone = Moment.now
      }
    }
  }

  private struct RunValue: Decodable {
    let run: String
    let member: String
    let input: String?
  }
  private struct WaitValue: Decodable { let member: String }
  private struct LastValue: Decodable {
    let run: String
    let result: String
  }
  private struct HostValue: Decodable { let process: Int32 }

  private func take(_ changes: [EtcdChange], of watch: Int, at time: Int64) {
    state.withLock { state in
      guard watch == state.watches else { return }
      for change in changes {
        switch change {
        case .put(let entry):
          guard entry.modRevision >= state.revision else { continue }
          state.revision = entry.modRevision
          state.note(entry, Array(parts(entry.key)), at: time)
        case .delete(let key, let revision):
          state.revision = max(state.revision, revision)
          if let run = state.present.removeValue(forKey: key) { state.runs[run]?.gone = time }
          let parts = parts(key)
          if parts.first == "wait", parts.count == 4 { state.waits[parts[2]]?[parts[3]] = nil }
        }
      }
    }
  }

  private func parts(_ key: String) -> [String] {
    key.dropFirst(prefix.count).split(separator: "/").map(String.init)
  }

  var runs: [String: Run] { state.withLock { $0.runs } }

  /// The runs that are in progress, by name.
  var present: [String: Run] {
    state.withLock { state in
      Dictionary(state.present.values.compactMap { run in state.runs[run].map { (run, $0) } }) { one, _ in one
      }
    }
  }

  func process(of member: String) -> Int32? { state.withLock { $0.processes[member] } }

  /// Whether a start of a box waits.
  func hasWaiting(_ process: Int32, for action: String) -> Bool {
    state.withLock { state in
      (state.waits[action] ?? [:]).values.contains { state.processes[$0.member] == process }
    }
  }

  var overtakings: [String] { state.withLock { $0.overtakings } }

  /// The members of each process that was more than one.
  var doubles: [Int32: [String]] {
    state.withLock {
      Dictionary(grouping: $0.processes.keys.sorted()) { [processes = $0.processes] in processes[$0] ?? 0 }
    }
    .filter { $0.value.count > 1 }
  }
}
