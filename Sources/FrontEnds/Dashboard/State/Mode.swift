extension Dashboard {
  /// What receives the keys: a part of the board, or what is in front of it.
  struct Mode: Equatable, Sendable {
    /// The parts of the board of which one has the focus.
    enum Part: Sendable {
      case buttons, output
    }

    /// What is in front of the board. It receives all keys, and there is only one.
    enum Front: Sendable {
      /// A text is typed in place of the footer.
      case prompt(Prompt)
      /// A box over the board.
      case overlay(any Overlay)
      case question(Question)
      /// The panel shuts down, and asks whether to wait; nil if it waits for nothing.
      case leaving(Question?)
    }

    /// The part that has the focus. It keeps it while something is in front of it.
    var part = Part.buttons
    var front: Front?

    var prompt: Prompt? { if case .prompt(let prompt) = front { prompt } else { nil } }

    var overlay: (any Overlay)? { if case .overlay(let overlay) = front { overlay } else { nil } }

    var question: Question? {
      switch front {
      case .question(let question): question
      case .leaving(let question): question
      case .prompt, .overlay, nil: nil
      }
    }

    var isLeaving: Bool { if case .leaving = front { true } else { false } }

    /// Whether a box or a question covers the board.
    var coversBoard: Bool { overlay != nil || question != nil }
  }
}

extension Dashboard.Mode.Front: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.prompt(let one), .prompt(let other)): one == other
    case (.overlay(let one), .overlay(let other)): one.isEqual(to: other)
    case (.question(let one), .question(let other)): one == other
    case (.leaving(let one), .leaving(let other)): one == other
    default: false
    }
  }
}
