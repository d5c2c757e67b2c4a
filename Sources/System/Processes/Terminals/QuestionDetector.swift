internal import Programs
import Synchronization

/// Notices when a program asks a person, by what it prints and when: a pure state machine.
///
/// A question is a time of silence after output, and either a line that has begun and looks like a question,
/// or an echo that is off.
struct QuestionDetector: Sendable {
  /// How long a program that asks is silent, in microseconds.
  static let silence = 500_000

  /// What the terminal shows when the program is silent.
  struct Picture {
    /// The line that the program has begun; nil if there is none.
    var line: String?
    /// The column of the cursor, from 0.
    var column: Int
    var echo: TerminalEcho
  }

  /// The present question.
  private(set) var question: ProgramQuestion?
  /// When the silence has lasted long enough, in microseconds; nil while nothing is waited for.
  private(set) var due: Int?
  /// The echo at which the present question was found.
  private var echo = TerminalEcho()

  /// Whether a line looks like a question.
  private let matches: @Sendable (_ line: String) -> Bool

  /// - Parameter matches: Whether a line looks like a question.
  init(_ matches: @escaping @Sendable (_ line: String) -> Bool) { self.matches = matches }

  /// The program has printed something, which ends a question, or the situation has changed like that: it
  /// starts, or a person has left it.
  mutating func printed(at now: Int) {
    question = nil
    due = now + Self.silence
  }

  /// There is no question until something is printed: somebody types, or the program has ended.
  mutating func stop() { (question, due) = (nil, nil) }

  /// Asks for nothing before this time. Returns whether a question was found now.
  /// - Parameters:
  ///   - picture: What the terminal shows; nil if it has ended.
  ///   - number: The number of a new question.
  mutating func expire(at now: Int, _ picture: () -> Picture?, number: () -> UInt64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    guard let picture = picture() else { return false }
    let line = picture.line ?? ""
    let isHidden = !picture.echo.isOn && (picture.echo.isCanonical || Self.asksForSecret(line))
    let looksLikeQuestion = picture.column > 0 && matches(line)
    guard looksLikeQuestion || !picture.echo.isOn && picture.echo.isCanonical else { return false }
    let text = line.split { $0.isWhitespace }.joined(separator: " ")
    echo = picture.echo
    question = ProgramQuestion(
      number: number(), text: String(text.suffix(ProgramQuestion.textLimit)), isHidden: isHidden)
    return true
  }

  /// Some programs read a password key by key, and print a star for each: their terminal has no echo either,
  /// like that of every program that reads keys.
  private static func asksForSecret(_ line: String) -> Bool {
    let line = line.lowercased()
    return ["password", "passphrase", "passcode", " pin"].contains { line.contains($0) }
  }

  /// Why an answer is not typed.
  enum Refusal: String, Sendable {
    case noQuestion = "it asks nothing now"
    case otherQuestion = "it asks something else now"
  }

  /// An answer to a question arrives. It is accepted once, and only while this question is the latest.
  /// - Parameters:
  ///   - echo: The present echo; nil if the terminal has ended.
  ///   - hasUnread: Whether the program has printed something that was not read yet.
  mutating func accept(
    _ number: UInt64, at now: Int, echo: TerminalEcho?, hasUnread: Bool
  ) -> Refusal? {
    guard let question else { return due == nil ? .noQuestion : .otherQuestion }
    guard question.number == number else { return .otherQuestion }
    guard !hasUnread, echo == self.echo else {
      printed(at: now)
      return .otherQuestion
    }
    stop()
    return nil
  }
}

/// The numbers of questions.
enum QuestionNumbers {
  private static let last = Atomic<UInt64>(0)

  /// A number that is higher than all before.
  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
