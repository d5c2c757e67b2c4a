package import Board

/// An action that a file of another program describes.
package struct FoundAction: Sendable, Equatable {
  /// Its name in the file.
  package var name: String
  /// The file and the line that define it.
  package var place: Place
  /// What it is for, or what it runs: one line; nil if the file does not say it.
  package var summary: String?
  /// What the file itself groups it by; nil for nothing.
  package var section: String?
  /// Other names by which its own program knows it.
  package var aliases: [String] = []
  package var command: Command
  /// The working directory, relative to that of the project; nil for that.
  package var directory: String?
  /// Variables of its environment, in the order of the file.
  package var environment: [Variable] = []
  /// Files with variables that replace inherited ones.
  package var environmentFiles: [String] = []
  package var parameters: [Parameter] = []
  /// What makes it a service; nil if it is none.
  package var service: Service?
  /// What must have happened before it may start. Each names an action of the same file.
  package var needs: [Need] = []
  package var successCodes: [Int] = []
  package var log: String?
  package var stop: Stop?
  /// Whether its program may ask the person something, or draws a screen.
  package var usesTerminal = false
  /// What its program does for it: lines of the file, or what they mean.
  package var body: [String] = []

  package init(_ name: String, at place: Place, _ command: Command) {
    self.name = name
    self.place = place
    self.command = command
  }
}

extension FoundAction {
  package struct Place: Sendable, Equatable {
    package var file: String
    package var line: Int
  }

  package enum Command: Sendable, Equatable {
    /// A program and its arguments. What is entered for the parameters follows them.
    case arguments([String])
    /// Text for a shell, which a file of commands contains.
    case text(String, shell: [String]?)

    /// As it would be typed.
    var text: String {
      switch self {
      case .arguments(let words): words.joined(separator: " ")
      case .text(let text, _): text
      }
    }
  }

  package struct Variable: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// Something that its program takes for a run, and that is entered: an argument of its own.
  package struct Parameter: Sendable, Equatable {
    /// Its name in the file, which is asked for.
    package var name: String
    /// What precedes the text in its argument: `VERSION=`.
    package var prefix = ""
    /// Whether several words are possible.
    package var isMany = false
    /// Whether it can be left out.
    package var isOptional = false
    /// The text that it has if none is entered; nil if the file has none.
    package var fallback: String?
    /// The only texts that are possible; empty if there are others.
    package var choices: [String] = []
    /// A regular expression that the text must match; nil for any text.
    package var pattern: String?
  }

  package struct Service: Sendable, Equatable {
    /// Whether this follows from a name or a program only.
    package var isGuess = false
    package var ready: Probe?
    package var liveness: Probe?
    /// After which ends it starts again: `never`, `failure` or `always`.
    package var restart = "never"
    package var restartLimit: Int?
    /// Whether its own program starts it without being asked.
    package var startsWithProject = false

    package init(isGuess: Bool = false) { self.isGuess = isGuess }
  }

  package struct Probe: Sendable, Equatable {
    package var question: Question
    package var seconds: Seconds = Seconds()
    package var successes: Int?
    package var failures: Int?

    package struct Seconds: Sendable, Equatable {
      package var interval: Int?
      package var timeout: Int?
      package var delay: Int?
    }

    package enum Question: Sendable, Equatable {
      case arguments([String])
      case text(String)
      case http(String)
      case tcp(String)
      /// A line of the output that contains this text.
      case line(String)
    }
  }

  package struct Need: Sendable, Equatable {
    package var name: String
    package var condition: Condition

    package enum Condition: Sendable, Equatable { case ready, running, succeeded, ended }
  }

  package struct Stop: Sendable, Equatable {
    package var signal: String?
    package var seconds: Int?
    package var command: String?
  }
}

/// What a reader finds in a file.
package struct Reading: Sendable {
  package var actions: [FoundAction] = []
  package var remarks: [Remark] = []
  /// The name of the whole, if the file has one.
  package var title: String?

  package init() {}

  mutating func remark(_ file: String, _ line: Int?, _ subject: String, _ reason: String) {
    remarks.append(Remark(file: file, line: line, subject, reason))
  }
}
