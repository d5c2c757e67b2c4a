internal import Processes
internal import Rendezvous

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A process of the election test: it asks for the box of a board as often as it is told, and starts boxes
/// that leave after about a millisecond. Its arguments are a directory, the number of asks, and how the
/// socket is disturbed.
///
/// It prints `answered N boxes N ended N overlaps N deletions N errors N`.
@main
@MainActor
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]) else { return }
    let election = try Election(directory: arguments[1], isDisturbed: arguments[3] == "disturbed")
    await election.ask(count)
    print(election.report)
  }
}
