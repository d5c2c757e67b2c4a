import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct ReadPauseTests {
  /// The lengths after reads of these sizes.
  private func lengths(of pause: ReadPause, _ counts: [Int]) -> [Int] {
    var pause = pause
    return counts.map { count in
      pause.begin(after: count)
      return pause.length
    }
  }

  @Test(arguments: [true, false])
  func `pauses grow to 32 ms while little arrives`(isTerminal: Bool) {
    let lengths = lengths(of: ReadPause(isTerminal: isTerminal), Array(repeating: 10, count: 8))
    #expect(lengths == [1, 2, 4, 8, 16, 32, 32, 32].map { $0 * 1000 })
  }

  @Test func `a full pipe is emptied at 128 MB a second`() {
    var pause = ReadPause(isTerminal: false)
    #expect(pause.fullCount == 32 * 1024)
    #expect(lengths(of: pause, [32 * 1024]) == [1000])
    pause.capacity = 1024 * 1024
    #expect(pause.fullCount == 512 * 1024)
    #expect(lengths(of: pause, [512 * 1024, 1024 * 1024, 1]) == [8192, 8192, 16_384])
  }

  @Test func `a full terminal is read up to four times a millisecond`() {
    #expect(lengths(of: ReadPause(isTerminal: true), [4096, 12_288, 4096]) == [250, 250, 250])
    let slow = Array(repeating: 10, count: 6)
    #expect(
      lengths(of: ReadPause(isTerminal: true), slow + [12_288, 12_288, 12_288, 12_288]).suffix(4)
        == [8000, 2000, 500, 250])
  }

  @Test func `a terminal that is half full keeps its pause`() {
    let lengths = lengths(of: ReadPause(isTerminal: true), [1, 1, 1, 4096, 8191, 4095])
    #expect(lengths.suffix(3) == [4000, 4000, 8000])
  }

  @Test func `pauses of one length end together`() {
    var pause = ReadPause(isTerminal: false)
    pause.begin(after: 1)
    #expect([5000, 5001, 5999].map { pause.end(at: $0) } == [6000, 6000, 6000])
  }

  @Test func `the pause after a reset is the first one`() {
    var pause = ReadPause(isTerminal: true)
    for _ in 0..<4 { pause.begin(after: 1) }
    pause.reset()
    pause.begin(after: 1)
    #expect(pause.length == 1000)
  }
}
