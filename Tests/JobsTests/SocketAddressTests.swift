import Testing
import Transfers

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct SocketAddressTests {
  @Test func `addresses need no name service`() async throws {
    let four = try await SocketAddress.lookUp(host: "127.0.0.1", port: 80)
    #expect(four.map(\.family) == [AF_INET])
    let six = try await SocketAddress.lookUp(host: "::1", port: 80)
    #expect(six.map(\.family) == [AF_INET6])
  }

  @Test func `an invalid host is unknown`() async {
    // A name with an empty label is not looked up by a name service.
    await #expect(throws: NetworkFailure.unknownHost) {
      try await SocketAddress.lookUp(host: "no..host", port: 80)
    }
  }

  @Test(arguments: ["localhost", "LocalHost.", "box.localhost"])
  func `the name of this machine has both families`(host: String) async throws {
    let addresses = try await SocketAddress.lookUp(host: host, port: 80)
    #expect(Set(addresses.map(\.family)) == [AF_INET, AF_INET6])
    #expect(addresses.count(where: { $0.family == AF_INET6 }) == 1)
  }
}
