import Foundation
import Programs
import TerminalUI
import TestSupport
import Testing

@testable import Processes

/// Real programs that ask, and their answers.
@Suite(.timeLimit(.minutes(15))) struct ProgramQuestionTests {
  private let recorder = CommandRecorder()
  private let entrance = ProgramTerminal(name: "xterm-256color")
  private let questions: AsyncStream<ProgramQuestion?>

  init() {
    let (questions, continuation) = AsyncStream<ProgramQuestion?>.makeStream()
    self.questions = questions
    entrance.detectQuestions {
      $0.range(of: "[?:>] ?$", options: .regularExpression) != nil
    } onQuestion: {
      continuation.yield($0)
    }
  }

  private func run(
    _ invocation: Invocation, _ body: (_ question: () async -> ProgramQuestion?) async throws -> Void
  ) async rethrows -> CommandOutcome {
    let runner = CommandRunner(gracePeriod: .milliseconds(50), outputLimit: .milliseconds(300))
    let size = Size(width: 80, height: 24)
    async let outcome = runner.run(
      invocation, terminal: size, entrance: entrance, onLines: recorder.receive)
    var iterator = questions.makeAsyncIterator()
    try await body { await iterator.next() ?? nil }
    return await outcome
  }

  private func answer(_ question: ProgramQuestion?, with text: String) async -> String? {
    await withCheckedContinuation { continuation in
      entrance.answer(question?.number ?? 0, with: text) { continuation.resume(returning: $0) }
    }
  }

  @Test func `a question is answered`() async {
    let outcome = await run(.shell("printf 'Continue? '; read x; echo \"<$x>\"")) { next in
      let question = await next()
      #expect(question?.text == "Continue?")
      #expect(question?.isHidden == false)
      await expectEqual(answer(question, with: "yes"), nil)
      await expectEqual(next(), nil)
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines == ["Continue? yes", "<yes>"])
  }

  @Test func `a hidden answer is typed and not shown`() async {
    let script = "read -s -p 'Password: ' x; echo; echo \"length ${#x}\""
    let outcome = await run(.arguments(["bash", "-c", script])) { next in
      let question = await next()
      #expect(question?.text == "Password:")
      #expect(question?.isHidden == true)
      await expectEqual(answer(question, with: "zebra"), nil)
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines == ["Password: ", "length 5"])
  }

  @Test func `a program that prints nothing asks when it has switched the echo off`() async {
    let outcome = await run(.shell("stty -echo; read x; echo \"length ${#x}\"")) { next in
      let question = await next()
      #expect(question?.words == "a hidden input")
      #expect(question?.isHidden == true)
      await expectEqual(answer(question, with: "zebra"), nil)
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines == ["length 5"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `Python asks`() async {
    let script = "import getpass; n = input('Name: '); p = getpass.getpass(); print(n, len(p))"
    let outcome = await run(.arguments(["/usr/bin/python3", "-c", script])) { next in
      let name = await next()
      #expect(name?.text == "Name:")
      #expect(name?.isHidden == false)
      await expectEqual(answer(name, with: "ada"), nil)
      await expectEqual(next(), nil)
      // On a busy machine, it may be silent for long before it prints its second question.
      var password = await next()
      while password?.text != "Password:" { password = await next() }
      #expect(password?.isHidden == true)
      await expectEqual(answer(password, with: "zebra"), nil)
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines.last == "ada 5")
    #expect(!recorder.lines.contains { $0.contains("zebra") })
  }

  @Test(.slow) func `a program that goes on at once does not ask`() async {
    let script =
      "printf 'Size: '; sleep 0.1; echo 5; for i in 1 2 3 4 5 6 7 8; do sleep 0.1; echo $i; done; "
      + "printf 'Really? '; read x"
    _ = await run(.shell(script)) { next in
      let question = await next()
      #expect(question?.text == "Really?")
      await expectEqual(answer(question, with: ""), nil)
    }
  }

  @Test func `an answer to what is over is not typed`() async {
    let script = "printf 'One? '; read x; printf 'Two? '; read y; echo \"<$x$y>\""
    _ = await run(.shell(script)) { next in
      let first = await next()
      await expectEqual(answer(first, with: "a"), nil)
      await expectEqual(next(), nil)
      let second = await next()
      #expect(second?.text == "Two?")
      await expectEqual(answer(first, with: "b"), "it asks something else now")
      await expectEqual(answer(second, with: "c"), nil)
    }
    #expect(recorder.lines.last == "<ac>")
    await expectEqual(answer(nil, with: "d"), "it asks nothing now")
  }

  @Test func `an answer is refused when the echo was switched without output`() async {
    // It is switched off when the question is shown, and nothing is printed then.
    let script = "printf 'Word: '; read wait < $FIFO; stty -echo; echo > $FIFO.done; read x; echo"
    _ = await run(.shell("FIFO=$(mktemp -u); mkfifo $FIFO $FIFO.done; echo $FIFO; \(script)")) { next in
      let path = await recorder.line { $0.hasPrefix("/") }
      let shown = await next()
      #expect(shown?.isHidden == false)
      await Self.exchange(path)
      await expectEqual(answer(shown, with: "zebra"), "it asks something else now")
      await expectEqual(next(), nil)
      let hidden = await next()
      #expect(hidden?.isHidden == true)
      #expect((hidden?.number ?? 0) > (shown?.number ?? 0))
      await expectEqual(answer(hidden, with: "zebra"), nil)
      unlink(path)
      unlink("\(path).done")
    }
    #expect(!recorder.lines.contains { $0.contains("zebra") })
  }

  /// Lets the script go on, and waits until it has done that. One pipe for both ways would not do: a child of
  /// another test has a copy of the writing end until it executes its program, and what was written could be
  /// read here.
  private static func exchange(_ path: String) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // The end of another test's program interrupts these calls.
        func open(_ path: String, _ mode: String) -> UnsafeMutablePointer<FILE>? {
          while true {
            if let file = fopen(path, mode) { return file }
            if errno != EINTR { return nil }
          }
        }
        if let file = open(path, "w") {
          fputs("go\n", file)
          fclose(file)
        }
        if let file = open("\(path).done", "r") {
          while fgetc(file) == EOF, ferror(file) != 0 { clearerr(file) }
          fclose(file)
        }
        continuation.resume()
      }
    }
  }

  @Test func `an answer is one line without control characters`() async {
    for text in ["a\nb", "\u{3}", "\u{1B}[A"] {
      await expectEqual(answer(nil, with: text), "an answer is one line without control characters")
    }
    let long = String(repeating: "x", count: 4_001)
    await expectEqual(answer(nil, with: long), "an answer has at most 4000 bytes")
  }

  @Test func `nothing is asked of one who has entered, and again of others when they leave`() async throws {
    let visitor = try Visitor()
    let outcome = await run(.shell("printf 'Continue? '; read x; echo \"<$x>\"")) { next in
      let question = await next()
      entrance.enter(visitor.visit) { _ in [] }
      await expectEqual(next(), nil)
      await expectEqual(answer(question, with: "no"), "it asks nothing now")
      entrance.leave(visitor.visit)
      let again = await next()
      #expect(again?.text == "Continue?")
      await expectEqual(answer(again, with: "yes"), nil)
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines.last == "<yes>")
  }
}
