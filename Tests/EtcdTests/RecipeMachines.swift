#if os(Linux)
import EtcdServer
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Etcd

/// Machines `a`, `b` and `c` on which the commands of the documents are played as they are written.
///
/// `sudo`, `chown` and `systemctl` are functions of the shell here, and addresses and paths are replaced by
/// others.
final class RecipeMachines: Sendable {
  static let names = ["a", "b", "c"]
  static let password = "secret"

  private let scratch: Scratch
  private let clientPorts: [String: Int]
  private let peerPorts: [String: Int]
  /// Those of a node that was told nothing.
  private let lonelyPorts: [String: (peers: Int, clients: Int)]

  init() throws {
    scratch = try Scratch()
    let ports = FreePorts.take(12).map { Int($0) }
    clientPorts = Dictionary(uniqueKeysWithValues: zip(Self.names, ports))
    peerPorts = Dictionary(uniqueKeysWithValues: zip(Self.names, ports.dropFirst(3)))
    lonelyPorts = Dictionary(
      uniqueKeysWithValues: zip(
        Self.names, zip(ports.dropFirst(6), ports.dropFirst(9)).map { (peers: $0, clients: $1) }))
    for name in Self.names {
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: path(name) + "/etcd.env"))
    }
    try Data(Self.systemctl.utf8).write(to: URL(filePath: path("systemctl")))
  }

  deinit {
    for name in Self.names {
      let text = try? String(contentsOfFile: path(name) + "/pid", encoding: .utf8)
      if let process = text.flatMap({ Int32($0.split(separator: "\n").first ?? "") }) {
        kill(process, SIGKILL)
      }
    }
  }

  /// As programs they could not be started while a child that another test has just forked has them open, and
  /// the shell would go on with those of the system.
  private static let functions = """
    sudo() { "$@"; }
    chown() { :; }
    systemctl() { sh "$SYSTEMCTL" "$@"; }

    """

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  /// As for the service of Debian: it reads a file with variables, and `start` returns when etcd answers. The
  /// node ends with the process of the test.
  private static let systemctl = #"""
    cd "$MACHINE"
    gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"; }
    if [ "$1" != start ] && [ -e pid ]; then
      pid=$(cat pid)
      kill "$pid"
      until gone "$pid"; do sleep 0.02; done
      rm pid
    fi
    [ "$1" != stop ] || exit 0
    set -a
    ETCD_NAME=default
    ETCD_DATA_DIR=$MACHINE/data
    ETCD_LISTEN_PEER_URLS=http://127.0.0.1:$LONELY
    ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:$LONELY_CLIENTS
    ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:$LONELY_CLIENTS
    ETCD_UNSUPPORTED_ARCH=arm64
    ETCD_LOGGER=zap
    ETCD_LOG_OUTPUTS=stderr
    . ./etcd.env
    unset ETCDCTL_ENDPOINTS
    set +a
    etcd </dev/null >log 2>&1 &
    pid=$!
    echo "$pid" >pid
    (until gone "$TEST" || gone "$pid"; do sleep 1; done; kill -9 "$pid") </dev/null >guard 2>&1 &
    until grep -q 'serving client traffic' log; do
      if gone "$pid"; then cat log; exit 1; fi
      sleep 0.02
    done
    """#

  func endpoint(_ name: String) -> String { "http://127.0.0.1:\(clientPorts[name] ?? 0)" }

  /// A client of one node.
  func client(_ name: String) -> EtcdClient { EtcdClient(EtcdSettings(endpoints: [endpoint(name)])) }

  /// The commands for a machine, with the addresses and paths of this test.
  private func commands(_ text: String, on name: String) -> String {
    var text = text.replacing(#/(?m)^me=[a-z]$/#, with: "me=\(name)")
    for machine in Self.names {
      text = text.replacing("http://\(machine):2379", with: endpoint(machine))
      text = text.replacing("http://\(machine):2380", with: "http://127.0.0.1:\(peerPorts[machine] ?? 0)")
    }
    let own = [("0.0.0.0", name), ("$me", name), ("NAME", name)]
    for (address, machine) in own {
      text = text.replacing("http://\(address):2379", with: endpoint(machine))
      text = text.replacing("http://\(address):2380", with: "http://127.0.0.1:\(peerPorts[machine] ?? 0)")
    }
    return text.replacing("/etc/default/etcd", with: path(name) + "/etcd.env")
      .replacing("/var/lib/etcd/default", with: path(name) + "/data")
      .replacing(#/(?m)^sudo apt install.*$/#, with: "")
  }

  /// Plays commands on a machine, and returns what they print. Records an issue if they fail.
  @discardableResult
  func play(_ text: String, on name: String, user: String? = nil) async throws -> String {
    var environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("ETCD") && $0.key != "LD_PRELOAD"
    }
    environment["SYSTEMCTL"] = path("systemctl")
    environment["ETCDCTL_API"] = "3"
    environment["ETCDCTL_ENDPOINTS"] = endpoint(name)
    environment["ETCDCTL_USER"] = user.map { "\($0):\(Self.password)" }
    environment["MACHINE"] = path(name)
    environment["LONELY"] = "\(lonelyPorts[name]?.peers ?? 0)"
    environment["LONELY_CLIENTS"] = "\(lonelyPorts[name]?.clients ?? 0)"
    environment["TEST"] = "\(ProcessInfo.processInfo.processIdentifier)"
    return try await PlayedCommands.run(
      Self.functions + commands(text, on: name), path: "/usr/bin/timeout",
      arguments: ["200", "/bin/sh", "-euc"],
      environment: environment, directory: path(name))
  }

  /// Plays the same commands on all machines at the same time.
  func play(_ text: String, user: String? = nil) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in Self.names { group.addTask { _ = try await self.play(text, on: name, user: user) } }
      try await group.waitForAll()
    }
  }

  /// Hands a file of one machine to the others.
  func copy(_ file: String, from name: String) throws {
    for other in Self.names where other != name {
      try FileManager.default.copyItem(atPath: path(name) + "/" + file, toPath: path(other) + "/" + file)
    }
  }
}
#endif
