internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard {
  /// A question of the panel that is open, such as whether to cancel a run.
  struct Question: Equatable, Sendable {
    let subject: Subject
    /// What it says at present.
    private(set) var inquiry: Inquiry
    /// The index of the answer that Enter gives.
    private(set) var focus: Int

    /// Nil if the subject does not exist.
    /// - Parameter now: The present time, on the clock of the situation.
    init?(_ subject: Subject, in situation: Situation, at now: Duration, glyphs: GlyphSet) {
      guard let inquiry = Inquiry(subject, in: situation, at: now, glyphs: glyphs) else { return nil }
      self.init(inquiry, about: subject)
    }

    init(_ inquiry: Inquiry, about subject: Subject) {
      (self.inquiry, self.subject, focus) = (inquiry, subject, inquiry.firstFocus)
    }

    var title: String { inquiry.title }
    var text: String { inquiry.text }
    /// The possible answers, in the order shown.
    var answers: [Answer] { inquiry.options.map(\.answer) }
    var isClosable: Bool { inquiry.isClosable }
    var leavesOthersAlone: Bool { inquiry.leavesOthersAlone }
    /// True if it asks whether to quit, which a second Ctrl-C does.
    var isAboutQuitting: Bool { subject == .quitting || subject == .detaching }

    /// Adopts the present situation. Returns false if the subject no longer exists.
    mutating func update(to situation: Situation, at now: Duration, glyphs: GlyphSet) -> Bool {
      guard let present = Inquiry(subject, in: situation, at: now, glyphs: glyphs) else { return false }
      inquiry = present
      focus = min(focus, present.options.count - 1)
      return true
    }

    mutating func handle(_ key: Key, keys: KeyMap) -> Outcome {
      if let index = inquiry.options.firstIndex(where: { $0.answer.key == key }) {
        return .stay(.give(answer: index))
      }
      let command = keys.commandInList(for: key)
      if let step = command?.step, !inquiry.options.isEmpty {
        focus = (focus + step + inquiry.options.count) % inquiry.options.count
        return .stay()
      }
      switch command {
      case .press: return .stay(.give(answer: focus))
      case .quit: return quit(by: key)
      case .close where isClosable: return .close()
      case .redraw, .suspend: return command.map { .stay(.perform($0)) } ?? .stay()
      default: return .stay()
      }
    }

    /// The second Ctrl-C in a row quits without an answer, and so does any quit key while the panel is
    /// shutting down. Over any other question, a quit key asks first.
    private func quit(by key: Key) -> Outcome {
      switch subject {
      case .leaving: .stay(.request(.quit))
      case .quitting, .detaching: key == .control("c") ? .close(.request(.quit)) : .stay()
      default: .stay(.perform(.quit))
      }
    }

    /// Gives an answer if it is available in the present situation; otherwise shows why it is not.
    func answer(_ index: Int, in situation: Situation, at now: Duration, glyphs: GlyphSet) -> Outcome {
      guard let options = Inquiry(subject, in: situation, at: now, glyphs: glyphs)?.options,
        options.indices.contains(index)
      else { return .close() }
      let option = options[index]
      if let hindrance = option.answer.hindrance {
        return .stay(.show("\(option.answer.title): \(hindrance)"))
      }
      return option.effect.map { .close($0) } ?? .close()
    }
  }

  /// One of the answers to a question.
  struct Answer: Equatable, Sendable {
    /// The key that gives this answer; nil for none.
    var key: Key?
    var title: String
    /// Why the answer is not available now, such as "needs build.succeeded"; nil if it is available.
    var hindrance: String?

    init(key: Key?, title: String, hindrance: String? = nil) {
      self.key = key
      self.title = title
      self.hindrance = hindrance
    }
  }
}
