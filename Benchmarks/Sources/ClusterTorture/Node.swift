import EtcdServer
import Foundation
import Glibc
import TestSupport

/// A node of etcd in a network of its own.
@MainActor
final class Node {
  let place: Network.Place
  private let data: String
  private let command: String
  private(set) var program: ChildProgram?
  var isFaulty = false

  var endpoint: String { "http://\(place.address):2379" }

  init(_ place: Network.Place, name: String, cluster: String, folder: String) {
    self.place = place
    data = "\(folder)/\(name)"
    let address = place.address
    command = """
      --name \(name) --data-dir \(data) --initial-cluster \(cluster) \
      --listen-client-urls http://\(address):2379 --advertise-client-urls http://\(address):2379 \
      --listen-peer-urls http://\(address):2380 --initial-advertise-peer-urls http://\(address):2380 \
      --logger zap --log-outputs stderr 2>>\(folder)/\(name).log >/dev/null
      """
  }

  /// - Parameter clock: By how many seconds its monotonic clock is ahead. Go does not use the clock of the C
  ///   library, so that its wall clock cannot be set apart.
  func start(clock: Int) throws {
    program = try Shell.start(
      """
      exec env ETCD_UNSUPPORTED_ARCH=arm64 nsenter --net=\(place.path) \
      unshare --time --monotonic \(clock) --boottime \(clock) \(EtcdBinary.path ?? "etcd") \(command)
      """)
  }

  func kill() async {
    program?.signal(SIGKILL)
    if let program { _ = await Shell.end(of: program) }
  }

  /// Deletes what a node stores that was killed.
  func erase() throws { try FileManager.default.removeItem(atPath: data) }
}
