import Board
import BoxServer
import Dispatch
import Etcd
import Foundation
import Glibc
import Jobs
import Rendezvous
import Synchronization

/// A box whose claims are sent in another way, to see whether that is noticed; or the real one, which can be
/// told to stop itself with `SIGSTOP` as soon as the answer to a claim has arrived, and before it is read.
@MainActor
enum WrongBox {
  private static var process: BoxProcess?

  nonisolated static func run(_ path: String, _ design: Design) -> Never {
    Task { @MainActor in
      do {
        let places = try BoxPlaces(
          BoardIdentity(path: path), environment: ProcessInfo.processInfo.environment)
        var environment = JobEnvironment.live(program: "wrong box")
        environment.etcd = { WrongConnection(to: EtcdClient($0), design, freezeFile: path + ".freeze") }
        process = try BoxProcess(
          places, lock: try await BoxLock.take(places), environment: environment
        ) { exit(0) }
      } catch {
        Output.write("\(error)")
        exit(1)
      }
    }
    dispatchMain()
  }
}

private final class WrongConnection: EtcdConnection {
  private let client: EtcdClient
  private let design: Design
  /// Exists if the next granted claim stops this process.
  private let freezeFile: String
  private let lease = Mutex<Int64>(0)

  init(to client: EtcdClient, _ design: Design, freezeFile: String) {
    (self.client, self.design, self.freezeFile) = (client, design, freezeFile)
  }

  func perform(_ request: EtcdRequest, within limit: Duration, by route: EtcdRoute) async -> Result<
    EtcdAnswer, EtcdFailure
  > {
    let answer = await client.perform(changed(request), within: limit, by: route)
    if case .success(.lease(_, let id, _)) = answer { lease.withLock { $0 = id } }
    if case .success(.transaction(_, true, _)) = answer, request.isClaim, unlink(freezeFile) == 0 {
      raise(SIGSTOP)
    }
    return answer
  }

  func open(
    watch prefix: String, from revision: Int64, by route: EtcdRoute,
    onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void
  ) -> any Sendable {
    client.open(watch: prefix, from: revision, by: route, onEvent: onEvent)
  }

  private func changed(_ request: EtcdRequest) -> EtcdRequest {
    guard case .transaction(var transaction) = request else { return request }
    let claims = transaction.success.compactMap { operation in
      if case .put(let key, _, _) = operation, key.contains("/run/") { key } else { nil }
    }
    guard !claims.isEmpty else { return request }
    switch design {
    case .real: break
    case .ownKeyOnly:
      transaction.comparisons.removeAll { $0.end != nil || !claims.contains($0.key) }
    case .leaseBound:
      transaction.success = transaction.success.map { operation in
        guard case .put(let key, let value, _) = operation, claims.contains(key) else { return operation }
        return .put(key: key, value: value, lease: lease.withLock { $0 })
      }
    }
    return .transaction(transaction)
  }
}

extension EtcdRequest {
  /// Whether it writes the key of a run.
  fileprivate var isClaim: Bool {
    guard case .transaction(let transaction) = self else { return false }
    return transaction.success.contains { operation in
      if case .put(let key, _, _) = operation { key.contains("/run/") } else { false }
    }
  }
}
