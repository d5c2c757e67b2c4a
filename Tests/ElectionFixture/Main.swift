internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A process of tests with several of them. Its first argument is a directory with a board, its second one is
/// its part:
///
/// - `ask COUNT` and `disturb COUNT` ask for the box of the board, and start boxes that leave after about a
///   millisecond. `disturb` also deletes the socket or its directory now and then. At the end they print
///   numbers.
/// - `serve` is the box of the board until it is killed. It prints `ready`, and answers each connection.
/// - `wait` waits for the lock of the board, prints `locked`, and ends.
@main
@MainActor
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { return }
    let place = try ElectionPlace(arguments[1])
    switch arguments[2] {
    case "ask", "disturb":
      let election = Election(place, isDisturbed: arguments[2] == "disturb")
      await election.ask(Int(arguments.dropFirst(3).first ?? "") ?? 1)
      say(election.report)
    case "serve":
      let server = try await Server(place)
      say("ready")
      // The listener calls the server on the main queue, as long as the process lives.
      var end: CheckedContinuation<Void, Never>?
      await withCheckedContinuation { end = $0 }
      withExtendedLifetime((server, end)) {}
    default:
      let lock = try await place.lock()
      say("locked")
      withExtendedLifetime(lock) {}
    }
  }

  private static func say(_ line: String) { StandardOutput { _ in exit(1) }.write(line + "\n") }
}
