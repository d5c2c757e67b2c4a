internal import Rendezvous

/// Where the processes of a test meet: a directory with `board.yaml`, `home` and `runtime`.
@MainActor
struct ElectionPlace {
  let directory: String
  let places: BoxPlaces

  init(_ directory: String) throws {
    self.directory = directory
    places = try BoxPlaces(
      BoardIdentity(path: directory + "/board.yaml"),
      environment: ["XDG_RUNTIME_DIR": directory + "/runtime"],
      home: directory + "/home")
  }

  func lock() async throws -> BoxLock { try await BoxLock.take(places) }
}
