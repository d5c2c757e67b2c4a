import Dispatch
import Foundation
import Glibc

// The program is also everything that it starts: a front end in each network, and a box with a wrong design.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "front-end" where arguments.count == 3: FrontEndProgram.run(arguments[1], name: arguments[2])
case "box" where arguments.count == 3:
  guard let design = Design(rawValue: arguments[1]) else { exit(64) }
  WrongBox.run(arguments[2], design)
default:
  do {
    let options = try Options(arguments)
    guard geteuid() == 0 else {
      throw Options.Mistake("needs root, to make network namespaces: sudo \(CommandLine.arguments[0])")
    }
    // A front end can end while it is written to.
    signal(SIGPIPE, SIG_IGN)
    Task { @MainActor in
      do {
        let lab = try await Lab(options)
        exit(try await lab.run() ? 0 : 1)
      } catch {
        Output.write("ClusterTorture: \(error)")
        exit(1)
      }
    }
    dispatchMain()
  } catch {
    Output.write("ClusterTorture: \(error)")
    exit(64)
  }
}
