import Etcd
import Foundation
import Synchronization

/// What etcd says about the realm, as seen from outside: which runs there are, and when at the latest each
/// began and ended.
final class Realm: Sendable {
  struct Run: Sendable {
    var action = ""
    var member = ""
    var press = -1
    var seen: Int64 = 0
    var gone: Int64?
    /// How it ended; nil if only its key was deleted.
    var result: String?
  }

  private struct State {
    /// By the name of the run.
    var runs: [String: Run] = [:]
    /// The runs that are in progress, by key.
    var present: [String: String] = [:]
    /// The processes of the members.
    var processes: [String: Int32] = [:]
    var revision: Int64 = 0
    var watch: EtcdWatch?
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
    let revision = state.withLock { $0.revision }
    let watch = client.watch(prefix: prefix, from: revision + 1) { [weak self] event in
      switch event {
      case .changes(_, let changes): self?.take(changes, at: Moment.now)
      case .ended, .compacted:
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { self?.watch() }
      case .created, .progress: break
      }
    }
    state.withLock { $0.watch = watch }
  }

  private struct RunValue: Decodable {
    let run: String
    let member: String
    let input: String?
  }
  private struct LastValue: Decodable {
    let run: String
    let result: String
  }
  private struct HostValue: Decodable { let process: Int32 }

  private func take(_ changes: [EtcdChange], at time: Int64) {
    state.withLock { state in
      for change in changes {
        switch change {
        case .put(let entry):
          guard entry.modRevision > state.revision || entry.modRevision == state.revision else { continue }
          state.revision = max(state.revision, entry.modRevision)
          let parts = entry.key.dropFirst(prefix.count).split(separator: "/").map(String.init)
          let data = Data(entry.value)
          switch parts.first {
          case "run" where parts.count == 4:
            guard let value = try? JSONDecoder().decode(RunValue.self, from: data) else { continue }
            let press = value.input?.split(separator: " ").first.flatMap { Int($0) }
            state.runs[value.run] = Run(
              action: parts[2], member: value.member, press: press ?? -1, seen: time)
            state.present[entry.key] = value.run
          case "last":
            guard let value = try? JSONDecoder().decode(LastValue.self, from: data) else { continue }
            state.runs[value.run]?.result = value.result
          case "host":
            guard let value = try? JSONDecoder().decode(HostValue.self, from: data) else { continue }
            state.processes[parts[1]] = value.process
          default: break
          }
        case .delete(let key, let revision):
          state.revision = max(state.revision, revision)
          if let run = state.present.removeValue(forKey: key) { state.runs[run]?.gone = time }
        }
      }
    }
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
}
