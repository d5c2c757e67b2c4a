internal import ArgumentParser
internal import BoxServer
internal import Dispatch
internal import Essentials
internal import Headless
internal import Jobs
internal import Processes
internal import Rendezvous

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The box of a board. Front ends start it.
struct ServeBox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "box", abstract: "Serve a board to front ends, which start this by themselves.",
    shouldDisplay: false)

  @Argument(help: "The canonical path of the board.")
  var path: String

  func run() throws { Self.serve(path) }

  /// Serves the board with this path until the last front end has left and nothing runs.
  static func serve(_ path: String) -> Never {
    let box = BoxInProgress()
    Task { @MainActor in await box.start(path) }
    dispatchMain()
  }
}

@MainActor
private final class BoxInProgress {
  private var process: BoxProcess?

  nonisolated init() {}

  func start(_ path: String) async {
    do {
      let places = try BoxPlaces(
        BoardIdentity(path: path), environment: ProcessInfo.processInfo.environment)
      let lock = try await BoxLock.take(places)
      process = try BoxProcess(places, lock: lock, environment: .live(program: ProgramVersion.withName)) {
        exit(ExitStatus.succeeded)
      }
      BackgroundProcess.reportReady()
    } catch RendezvousError.held {
      // Another box was faster: front ends reach that one.
      BackgroundProcess.reportReady()
      exit(ExitStatus.succeeded)
    } catch {
      BackgroundProcess.reportFailure("\(error)")
      exit(ExitStatus.failed)
    }
  }
}
