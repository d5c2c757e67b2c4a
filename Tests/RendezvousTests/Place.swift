import Foundation
import TestSupport

@testable import Rendezvous

/// A directory with a board, and places that nobody else uses.
struct Place {
  let scratch: Scratch
  let board: BoardIdentity
  let places: BoxPlaces

  init() throws {
    let scratch = try Scratch()
    self.scratch = scratch
    try scratch.write("", to: "board.yaml")
    board = try BoardIdentity(path: scratch.path + "/board.yaml")
    places = try BoxPlaces(
      board, environment: ["XDG_RUNTIME_DIR": scratch.path + "/runtime"], home: scratch.path + "/home")
    for name in ["runtime", "home"] { try makeDirectory(name) }
  }

  func path(_ name: String) -> String { scratch.path + "/" + name }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Puts a directory where the socket would be if the best place is refused.
  func blockOtherSockets() throws {
    for path in places.possibleSockets.dropFirst() {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
  }

  func freeOtherSockets() { for path in places.possibleSockets.dropFirst() { rmdir(path) } }

  func deleteState() throws { try FileManager.default.removeItem(atPath: path("home/.local")) }

  var socket: String { path("runtime/signalbox/\(board.hash).socket") }
}

/// Waits for a condition, a few milliseconds at a time.
@MainActor
func until(_ condition: () -> Bool) async throws {
  while !condition() { try await Task.sleep(for: .milliseconds(2)) }
}

extension SocketMessage {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SocketConnection {
  func send(_ text: String) { send(Array(text.utf8)) }
}

extension BoxApproach.Patience {
  /// Longer than the main actor can be busy with other tests.
  static let forTests = Self(answer: .seconds(700), total: .seconds(700))
}
