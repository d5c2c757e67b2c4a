import Foundation

/// The overhead of the program without a panel, for a command that does nothing and for one that prints a
/// lot.
enum HeadlessRow {
  static func report(_ report: Report) throws {
    let sandbox = try Sandbox("actions: { nothing: { run: 'true' }, flood: { run: [seq, '5000000'] } }")
    let plain = try (0..<20).map { _ in try time(["/bin/sh", "-c", "true"], sandbox.environment) }
    let run = try (0..<20).map { _ in
      try time([Executable.signalbox, "run"] + sandbox.arguments + ["nothing"], sandbox.environment)
    }
    let usual = Percentile.of(plain, 50)
    report.add("signalbox run of true, over sh -c true", run.map { $0 - usual }, .milliseconds, budget: 40)

    // The minimum of all rounds: the start of the program, and the lines without it.
    let start = run.min() ?? 0
    let piped = ["/bin/sh", "-c", "seq 5000000 | cat"]
    let cat = try (0..<10).map { _ in try time(piped, sandbox.environment) }.min() ?? 1
    for (name, options, budget) in [("bytes", [], 3.0), ("JSON", ["--json"], 10)] {
      let rounds = try (0..<5).map { _ in
        try time(
          [Executable.signalbox, "run"] + options + sandbox.arguments + ["flood"], sandbox.environment)
      }
      report.add(
        "5,000,000 lines through signalbox run as \(name), over cat", rounds.map { ($0 - start) / cat },
        .times, budget: budget)
    }
  }

  /// The time from the start of a program to its end, in milliseconds.
  private static func time(_ command: [String], _ environment: [String: String]) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let variables = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }.map { "\($0.key)=\($0.value)" }
    let arguments = command.map { strdup($0) } + [nil]
    let surroundings = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + surroundings { free(text) } }
    var process: pid_t = 0
    var status: Int32 = 0
    let start = ContinuousClock.now
    let error = posix_spawn(&process, command[0], &actions, nil, arguments, surroundings)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    waitpid(process, &status, 0)
    guard status == 0 else { throw CocoaError(.executableLoad) }
    return start.duration(to: .now) / .milliseconds(1)
  }
}
