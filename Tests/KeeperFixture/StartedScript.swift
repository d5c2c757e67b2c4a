import Processes

/// Starts a script in the background, and ends when it has reported.
struct StartedScript {
  let log: String
  let script: String

  func run() async throws {
    let process = try BackgroundProcess.start(program: "/bin/sh", arguments: ["-c", script], log: log)
    print("\(process.identifier) \(await process.readiness(atMost: .seconds(60)))")
  }
}
