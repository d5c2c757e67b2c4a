import Foundation
import Fuzzing
import PseudoTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whatever real programs do with their terminals, all of them end, none of it reaches the terminal of the
/// user, and no descriptor stays open.
///
/// `SIGNALBOX_FUZZ_SECONDS=3600 swift test --filter HostileFuzz` goes on for an hour.
@Suite(.timeLimit(.minutes(Seeds.minuteLimit)), .ownThreads) struct HostileFuzzTests {
  private static let count = 6

  @Test func `hostile programs end, and leave nothing`() throws {
    let isLong = ProcessInfo.processInfo.environment["SIGNALBOX_FUZZ_SECONDS"] != nil
    let recordings = try Self.recordings
    for seed in Seeds(4) {
      var chance = SeededGenerator(seed: seed)
      let programs = (0..<Self.count).map { _ in
        chance.hostileProgram(recordings: recordings, largest: isLong ? 100_000_000 : 300_000)
      }
      let way = chance.pick(Way.allCases)
      do {
        try play(programs, way)
      } catch {
        Issue.record("seed \(seed), \(way): \(error)\n\(programs.map { "\($0.terminal): \($0.script)" })")
        return
      }
    }
  }

  private func play(_ programs: [HostileProgram], _ way: Way) throws {
    let actions = programs.enumerated().map { index, program in
      """
        wild\(index):
          key: \(index)
          terminal: \(program.terminal)
          run: 'exec 9> $LIFELINE; DATA=data\(index) exec bash wild\(index)'

      """
    }
    let sandbox = try Sandbox(
      "actions:\n" + actions.joined() + "  other: { key: o, run: echo fine }\n", way: way)
    let lifeline = try sandbox.lifeline()
    for (index, program) in programs.enumerated() {
      try sandbox.write("export DATA\n" + program.script, to: "wild\(index)")
      try Data(program.data).write(to: URL(filePath: sandbox.path(of: "data\(index)")))
    }
    let panel = try sandbox.panel()
    try runOther(panel, 1)
    let processes = [panel.processIdentifier] + Way.boxes(in: sandbox.directory)
    // What is left of their start may be closed late on a busy machine.
    _ = panel.isSilent(for: .milliseconds(300))
    let before = processes.map(descriptors)
    for (index, program) in programs.enumerated() {
      panel.send("\(index)")
      // Some begin together, some one after the other.
      if program.data.count % 2 == 0 { _ = panel.isSilent(for: .milliseconds(100)) }
    }
    close(open(lifeline.path, O_WRONLY | O_NONBLOCK))
    guard lifeline.hasEnded(within: .seconds(120)) else { throw FuzzedPanel.Fault("a program goes on") }
    try panel.waitUntil("the end of all runs", timeout: .seconds(60)) { screen in
      !screen.text.contains("● running")
    }
    try runOther(panel, 2)
    // What has left its group may hold its output open for up to two seconds.
    let deadline = ContinuousClock.now + .seconds(20)
    while case let now = processes.map(descriptors), zip(now, before).contains(where: { $0.count > $1.count })
    {
      guard ContinuousClock.now < deadline else {
        throw FuzzedPanel.Fault("descriptors: \(before), then \(now)")
      }
      _ = panel.isSilent(for: .milliseconds(50))
    }
    if let fault = panel.screen.whatCameThrough { throw FuzzedPanel.Fault(fault) }
    panel.send("q")
    let outcome = try panel.waitForEnd()
    if outcome != .exited(0) { throw FuzzedPanel.Fault("ended by \(outcome)") }
    if !panel.leftChanged.isEmpty { throw FuzzedPanel.Fault("left \(panel.leftChanged)") }
  }

  /// The panel answers: another action runs for the first or second time.
  private func runOther(_ panel: PseudoTerminal, _ run: Int) throws {
    panel.send("o")
    try panel.waitUntil("the end of run \(run)") { screen in
      screen.text.contains("other  ✓ succeeded") && !screen.text.contains("● running")
        && screen.text.split(separator: "✓ succeeded after").count > run
    }
  }

  /// What the descriptors of a process lead to.
  private func descriptors(_ process: Int32) -> [String] {
    let directory = "/proc/\(process)/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted().map { number in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(number)")) ?? number
    }
  }

  private static var recordings: [[UInt8]] {
    get throws {
      let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../ProgramsTests/Recordings").path
      return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        .filter { $0.hasSuffix(".bytes") }
        .map { Array(try Data(contentsOf: URL(filePath: directory + "/" + $0))) }
    }
  }
}
