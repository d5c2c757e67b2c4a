import Essentials
import Foundation
import TestSupport
import Testing

@testable import Rendezvous

@Suite(.timeLimit(.minutes(15))) struct BoardIdentityTests {
  @Test func `a link leads to the same board`() throws {
    let place = try Place()
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link.yaml"), withDestinationPath: place.path("board.yaml"))
    try expectEqual(BoardIdentity(path: place.path("link.yaml")), place.board)
    try expectEqual(BoardIdentity(path: place.path("runtime/../board.yaml")), place.board)
  }

  @Test func `a missing file has no identity`() throws {
    let place = try Place()
    let expected = RendezvousError.noBoard(path: place.path("none"), reason: "No such file or directory")
    #expect(throws: expected) { try BoardIdentity(path: place.path("none")) }
    #expect(expected.description == "cannot use \(place.path("none")): No such file or directory")
  }

  @Test func `the hash is the same in every version`() {
    #expect(StableHash.hex("") == "cbf29ce484222325")
    #expect(StableHash.hex("foobar") == "85944171f73967e8")
  }

  @Test func `boards and users have hashes of their own`() {
    let identities = [("/a", 1), ("/b", 1), ("/a", 2)].map {
      BoardIdentity(canonicalPath: $0, user: $1).hash
    }
    #expect(Set(identities).count == 3)
    #expect(identities.allSatisfy { $0.count == 16 })
  }
}
