import Programs
import Testing

@testable import Processes

/// When a program asks, in virtual time.
@Suite(.timeLimit(.minutes(15))) struct QuestionDetectorTests {
  private static let half = QuestionDetector.silence
  private var detector = QuestionDetector { $0.hasSuffix("? ") || $0.hasSuffix(": ") }
  private var lastNumber: UInt64 = 0

  private mutating func pass(
    to now: Int, _ line: String?, column: Int? = nil, echo: TerminalEcho = TerminalEcho()
  ) -> ProgramQuestion? {
    var number = lastNumber
    _ = detector.expire(at: now) {
      QuestionDetector.Picture(line: line, column: column ?? line?.count ?? 0, echo: echo)
    } number: {
      number += 1
      return number
    }
    lastNumber = number
    return detector.question
  }

  private let noEcho = TerminalEcho(isOn: false)
  private let keys = TerminalEcho(isCanonical: false, isOn: false)

  @Test func `nothing is waited for before something was printed`() {
    #expect(detector.due == nil)
  }

  @Test mutating func `a question is half a second of silence after a line that looks like one`() {
    detector.printed(at: 7)
    #expect(detector.due == 7 + Self.half)
    #expect(pass(to: 6 + Self.half, "Continue? ") == nil)
    let question = pass(to: 7 + Self.half, "Continue? ")
    #expect(question == ProgramQuestion(number: 1, text: "Continue?", isHidden: false))
    #expect(detector.due == nil)
  }

  @Test mutating func `more output begins the silence again`() {
    detector.printed(at: 0)
    detector.printed(at: 400_000)
    #expect(pass(to: Self.half, "Continue? ") == nil)
    #expect(pass(to: 400_000 + Self.half, "Continue? ") != nil)
  }

  @Test mutating func `silence without a question is looked at once`() {
    detector.printed(at: 0)
    #expect(pass(to: Self.half, "working") == nil)
    #expect(detector.due == nil)
    #expect(pass(to: 10 * Self.half, "Continue? ") == nil)
  }

  @Test mutating func `the cursor of a question is not in the first column`() {
    detector.printed(at: 0)
    #expect(pass(to: Self.half, "Continue? ", column: 0) == nil)
  }

  @Test mutating func `a program without echo asks whatever its line is`() {
    for line in ["secret", nil] {
      detector.printed(at: 0)
      let question = pass(to: Self.half, line, echo: noEcho)
      #expect(question?.isHidden == true)
      #expect(question?.text == line ?? "")
    }
    #expect(detector.question?.words == "a hidden input")
  }

  @Test mutating func `a program that reads keys has no echo either, and asks only by its line`() {
    detector.printed(at: 0)
    #expect(pass(to: Self.half, "  5 Summary", echo: keys) == nil)
    detector.printed(at: 0)
    #expect(pass(to: Self.half, "Name: ", echo: keys)?.isHidden == false)
    detector.printed(at: 0)
    #expect(pass(to: Self.half, "[sudo] password for ada: ", echo: keys)?.isHidden == true)
    detector.printed(at: 0)
    #expect(pass(to: Self.half, "Passphrase: ", echo: keys)?.isHidden == true)
  }

  @Test mutating func `the next byte ends a question, and the next one has another number`() {
    detector.printed(at: 0)
    let first = pass(to: Self.half, "Continue? ")
    detector.printed(at: Self.half)
    #expect(detector.question == nil)
    let second = pass(to: 2 * Self.half, "Continue? ")
    #expect(second?.text == first?.text)
    #expect((second?.number ?? 0) > (first?.number ?? 0))
  }

  @Test mutating func `somebody who enters, or the end, ends a question`() {
    detector.printed(at: 0)
    _ = pass(to: Self.half, "Continue? ")
    detector.stop()
    #expect(detector.question == nil)
    #expect(detector.due == nil)
  }

  @Test mutating func `a program that ends in the silence asks nothing`() {
    detector.printed(at: 0)
    #expect(
      !detector.expire(at: Self.half) {
        nil
      } number: {
        1
      })
    #expect(detector.question == nil)
  }

  @Test mutating func `an answer is accepted once`() {
    #expect(detector.accept(1, at: 0, echo: TerminalEcho(), hasUnread: false) == .noQuestion)
    detector.printed(at: 0)
    #expect(detector.accept(1, at: 0, echo: TerminalEcho(), hasUnread: false) == .otherQuestion)
    _ = pass(to: Self.half, "Continue? ")
    #expect(detector.accept(2, at: Self.half, echo: TerminalEcho(), hasUnread: false) == .otherQuestion)
    #expect(detector.question != nil)
    #expect(detector.accept(1, at: Self.half, echo: TerminalEcho(), hasUnread: false) == nil)
    #expect(detector.accept(1, at: Self.half, echo: TerminalEcho(), hasUnread: false) == .noQuestion)
  }

  @Test(arguments: [false, true])
  mutating func `an answer is refused if the echo has changed`(wasHidden: Bool) {
    let (before, after) = wasHidden ? (noEcho, TerminalEcho()) : (TerminalEcho(), noEcho)
    detector.printed(at: 0)
    _ = pass(to: Self.half, "Password: ", echo: before)
    #expect(detector.accept(1, at: Self.half, echo: after, hasUnread: false) == .otherQuestion)
    #expect(detector.question == nil)
    let next = pass(to: 2 * Self.half, "Password: ", echo: after)
    #expect(next == ProgramQuestion(number: 2, text: "Password:", isHidden: !wasHidden))
  }

  @Test mutating func `an answer is refused if output is not read yet, or the terminal has ended`() {
    for (echo, hasUnread) in [(TerminalEcho(), true), (nil, false)] {
      detector.printed(at: 0)
      let number = pass(to: Self.half, "Continue? ")?.number ?? 0
      #expect(detector.accept(number, at: Self.half, echo: echo, hasUnread: hasUnread) == .otherQuestion)
      #expect(detector.question == nil)
    }
  }

  @Test mutating func `the end of a long line is kept`() {
    detector.printed(at: 0)
    let question = pass(to: Self.half, String(repeating: "x", count: 4_000) + "  y? ")
    #expect(question?.text.count == ProgramQuestion.textLimit)
    #expect(question?.text.hasSuffix("x y?") == true)
  }
}
