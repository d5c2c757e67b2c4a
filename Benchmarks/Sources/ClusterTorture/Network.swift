import Foundation
import Glibc
import TestSupport

/// Machines with a network of their own each, on one switch: network namespaces and a bridge.
@MainActor
final class Network {
  /// A machine, and the cable between it and the switch.
  struct Place {
    let namespace: String
    let cable: String
    let address: String
    var path: String { "/run/netns/\(namespace)" }
  }

  let gateway: String
  private let name: String
  private let subnet: Int
  private(set) var places: [Place] = []

  init() async throws {
    let process = Int(getpid())
    name = "sbt\(process)"
    subnet = process % 250
    gateway = "10.213.\(subnet).254"
    try await Shell.run("ip link add name \(name) type bridge")
    try await Shell.run("ip addr add \(gateway)/24 dev \(name)")
    try await Shell.run("ip link set \(name) up")
    // Removes everything when this process has ended, in whatever way.
    try Shell.start(
      """
      while kill -0 \(process) 2>/dev/null; do sleep 1; done
      for place in $(ip netns list | cut -d' ' -f1 | grep '^\(name)-'); do
        kill -9 $(ip netns pids $place) 2>/dev/null
        ip netns del $place
      done
      ip link del \(name)
      """)
  }

  func add(_ number: Int) async throws -> Place {
    let place = Place(
      namespace: "\(name)-\(number)", cable: "\(name)c\(number)", address: "10.213.\(subnet).\(number)")
    try await Shell.run("ip netns add \(place.namespace)")
    try await Shell.run("ip link add \(place.cable) type veth peer name eth0 netns \(place.namespace)")
    try await Shell.run("ip link set \(place.cable) master \(name) up")
    try await Shell.run("nsenter --net=\(place.path) ip addr add \(place.address)/24 dev eth0")
    try await Shell.run("nsenter --net=\(place.path) ip link set lo up")
    try await Shell.run("nsenter --net=\(place.path) ip link set eth0 up")
    places.append(place)
    return place
  }

  /// Packets are lost in both directions, and nobody notices.
  func silence(_ place: Place) async throws {
    try await Shell.run(
      "nsenter --net=\(place.path) iptables -A INPUT -i eth0 -j DROP",
      "nsenter --net=\(place.path) iptables -A OUTPUT -o eth0 -j DROP")
  }

  /// What the machine sends arrives, and no answer comes back.
  func deafen(_ place: Place) async throws {
    try await Shell.run("nsenter --net=\(place.path) iptables -A INPUT -i eth0 -j DROP")
  }

  /// The machine reads and compares what etcd stores, but no answer to a successful claim, end or lease key
  /// arrives. The node sends it again and again, so that it arrives as soon as this is mended.
  func withholdAnswers(_ place: Place) async throws {
    try await Shell.run(
      "nsenter --net=\(place.path) iptables -A INPUT -i eth0 -p tcp -m string --string response_put --algo bm -j DROP"
    )
  }

  /// The machine cannot reach these others, and is told so.
  func separate(_ place: Place, from others: [Place]) async throws {
    for other in others {
      try await Shell.run(
        "nsenter --net=\(place.path) iptables -A OUTPUT -p tcp -d \(other.address) -j REJECT --reject-with tcp-reset"
      )
    }
  }

  func unplug(_ place: Place) async throws { try await Shell.run("ip link set \(place.cable) down") }

  func mend(_ place: Place) async throws {
    try await Shell.run("ip link set \(place.cable) up", "nsenter --net=\(place.path) iptables -F")
  }

  func processes(in place: Place) async -> [Int32] {
    await Shell.text("ip netns pids \(place.namespace)").split(separator: "\n").compactMap { Int32($0) }
  }
}
