import Foundation
import TestSupport
import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) struct BoxPlacesTests {
  private func places(_ place: Place, _ environment: [String: String]) throws -> BoxPlaces {
    try BoxPlaces(place.board, environment: environment, home: place.path("home"))
  }

  @Test func `the lock is in the home directory whatever the environment says`() throws {
    let place = try Place()
    let environments = [[:], ["XDG_STATE_HOME": "/elsewhere", "HOME": "/nowhere"]]
    for environment in environments {
      let lock = try places(place, environment).lockFile
      #expect(lock == place.path("home/.local/state/signalbox/\(place.board.hash)/\(BoxPlaces.lockName)"))
    }
  }

  @Test func `the home directory is that of the password database`() throws {
    let place = try Place()
    let home = try #require(BoxPlaces.homeDirectory([:]))
    #expect(
      try BoxPlaces(place.board, environment: ["HOME": "/nowhere"]).lockFile.hasPrefix(home + "/.local/"))
  }

  @Test func `the record says where the results are, whatever the environment of the next process says`()
    throws
  {
    let place = try Place()
    let first = try places(place, ["XDG_STATE_HOME": place.path("first")])
    try first.createStateDirectory()
    let lock = try #require(try BoxLock(first))
    try lock.write(socket: "/socket")
    try expectEqual(places(place, [:]).stateDirectory, first.stateDirectory)
    try expectEqual(places(place, ["XDG_STATE_HOME": place.path("second")]).results, first.results)
    // The journal of groups belongs to the lock.
    try expectEqual(places(place, ["XDG_STATE_HOME": "/x"]).groups, first.groups)
    try FileManager.default.removeItem(atPath: place.path("first"))
    try expectEqual(
      places(place, [:]).stateDirectory, place.path("home/.local/state/signalbox/\(place.board.hash)"))
  }

  @Test func `an absolute state directory is used for results only`() throws {
    let place = try Place()
    try expectEqual(
      places(place, ["XDG_STATE_HOME": place.path("state/")]).stateDirectory,
      place.path("state/signalbox/\(place.board.hash)"))
    try expectEqual(
      places(place, ["XDG_STATE_HOME": "state"]).stateDirectory,
      place.path("home/.local/state/signalbox/\(place.board.hash)"))
    let made = try places(place, ["XDG_STATE_HOME": place.path("state")])
    try made.createStateDirectory()
    try made.createStateDirectory()
    try expectEqual(permissions(made.stateDirectory), 0o700)
  }

  @Test func `the socket is in the runtime directory of the user`() throws {
    let place = try Place()
    try expectEqual(place.places.socketPath(), place.socket)
    try expectEqual(permissions(place.path("runtime/signalbox")), 0o700)
  }

  @Test func `a runtime directory that is relative, missing, or open to others is not used`() throws {
    let place = try Place()
    try place.makeDirectory("temporary")
    try place.makeDirectory("open")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path("open"))
    for runtime in ["runtime", place.path("missing"), place.path("open"), place.path("board.yaml")] {
      let places = try places(place, ["XDG_RUNTIME_DIR": runtime, "TMPDIR": place.path("temporary")])
      try expectEqual(
        places.socketPath(), place.path("temporary/signalbox-\(place.board.user)/\(place.board.hash).socket"))
    }
  }

  @Test func `a directory that is a link, a file, or open to others gives way to the private one`() throws {
    let place = try Place()
    for (index, prepare) in [link, file, open].enumerated() {
      let name = "runtime\(index)"
      try place.makeDirectory(name)
      try prepare(place, place.path(name + "/signalbox"))
      let places = try BoxPlaces(
        place.board, environment: [:], home: place.path("home"),
        socketParents: [.init(path: place.path(name), name: "signalbox")])
      try expectEqual(places.socketPath(), inState(place))
    }
  }

  /// Where the socket is when the others are refused.
  private func inState(_ place: Place) -> String {
    place.path("home/.local/state/signalbox/\(place.board.hash)/socket")
  }

  @Test func `reasons are those of the first place`() throws {
    let place = try Place()
    try place.makeDirectory("runtime/signalbox")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: place.path("runtime/signalbox"))
    let places = try BoxPlaces(
      place.board, environment: [:], home: place.path("board.yaml"),
      socketParents: [.init(path: place.path("runtime"), name: "signalbox")])
    #expect(
      throws: RendezvousError.unusable(
        path: place.path("runtime/signalbox"), reason: "other users may change it")
    ) { try places.socketPath() }
  }

  private func link(_ place: Place, _ path: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: place.path("home"))
  }

  private func file(_ place: Place, _ path: String) throws {
    try Data().write(to: URL(filePath: path))
  }

  private func open(_ place: Place, _ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: path)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
  func `a directory of another user is not used`() throws {
    let place = try Place()
    try place.makeDirectory("runtime/signalbox")
    #expect(chown(place.path("runtime/signalbox"), 12_345, 12_345) == 0)
    let places = try BoxPlaces(
      place.board, environment: [:], home: place.path("home"),
      socketParents: [.init(path: place.path("runtime"), name: "signalbox")])
    try expectEqual(places.socketPath(), inState(place))
  }

  @Test func `a path that is too long gives way to a shorter one`() throws {
    let place = try Place()
    let long = "runtime/" + String(repeating: "x", count: 80)
    try place.makeDirectory(long)
    try place.makeDirectory("t")
    let environment = ["XDG_RUNTIME_DIR": place.path(long), "TMPDIR": place.path("t")]
    #expect(try places(place, environment).socketPath().hasPrefix(place.path("t/signalbox-")))
    let only = try BoxPlaces(
      place.board, environment: [:], home: place.path("board.yaml"),
      socketParents: [.init(path: place.path(long), name: "signalbox")])
    #expect(throws: RendezvousError.pathTooLong(place.path("\(long)/signalbox/\(place.board.hash).socket"))) {
      try only.socketPath()
    }
  }

  @Test func `hosts have locks of their own`() {
    #expect(HostIdentity.current.count == 16)
    #expect(BoxPlaces.lockName == "lock-" + HostIdentity.current)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
