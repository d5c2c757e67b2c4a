import Foundation
import Testing

@testable import Rendezvous

/// Eight processes ask for the box of a board, whose boxes leave a millisecond after they began.
///
/// `SIGNALBOX_ELECTION_ASKS=4000` asks as often as the measurement in the design.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ElectionTests {
  private let asks =
    (ProcessInfo.processInfo.environment["SIGNALBOX_ELECTION_ASKS"].flatMap(Int.init) ?? 400) / 8

  @Test(arguments: ["ask", "disturb"])
  func `there is never more than one box, and everyone gets an answer`(part: String) async throws {
    let place = try Place()
    let clock = ContinuousClock()
    let start = clock.now
    let processes = try (1...8).map { _ in try FixtureProcess(place, [part, "\(asks)"]) }
    try await until { processes.allSatisfy(\.hasEnded) }
    try await until { processes.allSatisfy { $0.text.contains("answered") } }
    var totals: [String: Int] = [:]
    for process in processes {
      // Errors are printed on lines of their own, before the numbers.
      #expect(process.text.split(separator: "\n").count == 1, "\(process.text)")
      let words = process.text.split(whereSeparator: \.isWhitespace)
      for (name, number) in zip(words, words.dropFirst()) {
        totals[String(name), default: 0] += Int(number) ?? 0
      }
    }
    print("election, \(part): \(totals.filter { $0.value > 0 }) in \(clock.now - start)")
    #expect(totals["answered"] == asks * 8)
    #expect(totals["overlaps"] == 0)
    #expect(totals["errors"] == 0)
  }
}
