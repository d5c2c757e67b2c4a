internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Dispatch
internal import Essentials
internal import Headless
internal import Jobs
internal import Rendezvous
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A box that runs already, for commands that start none.
enum ExistingBox {
  /// A box and its answer to hello.
  typealias Reached = (box: ServedBox, hello: BoxEvent.Hello)

  /// The box of a board, with its situation; nil if none runs.
  /// - Parameter name: How the record names who changes something.
  @MainActor
  static func of(_ choice: BoardChoice, as name: String = "") async throws -> Reached? {
    guard choice.isShared, let path = choice.path else { return nil }
    return try await at(BoardIdentity(presentOrGone: path), as: name)
  }

  /// The box of a board, with its situation; nil if none runs.
  @MainActor
  static func at(_ identity: BoardIdentity, as name: String = "") async throws -> Reached? {
    let places = try BoxPlaces(identity, environment: ProcessInfo.processInfo.environment)
    var hello = Request.Hello()
    hello.isAgent = AgentShell.isOne()
    hello.name = hello.isAgent ? AgentShell.name(name) : name
    guard
      let reached = try await BoxConnection.open(
        places, hello: hello, everyChange: true, checksPulse: true, start: nil)
    else { return nil }
    await reached.box.waitForSituation()
    return reached.box.end == nil ? reached : nil
  }

  /// Runs a command that needs the main queue, and exits. Does not return.
  static func runCommand(_ body: @escaping @MainActor () async throws -> Int32) -> Never {
    Task { @MainActor in
      do {
        exit(try await body())
      } catch  where error is RendezvousError || error is BoxConnection.Failure {
        // A later try may succeed.
        StandardError.write("\(error)")
        exit(ExitStatus.waitedTooLong)
      } catch {
        StandardError.write("\(error)")
        exit(ExitStatus.failed)
      }
    }
    dispatchMain()
  }
}
