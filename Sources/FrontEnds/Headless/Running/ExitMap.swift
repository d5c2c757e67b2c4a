package import Board

/// What the exit code of `run` means.
package enum ExitMap: String, CaseIterable, Sendable {
  /// A single command's own code is passed through, as in a shell: 3 may be a refusal, or its code.
  case command
  /// The codes of ``ExitStatus``, and never that of a command.
  case plain
  /// The codes that `git bisect run` reads: 0 is good, 1 is bad, 125 cannot be tested.
  case bisect

  /// What cannot be tested, in the words of `git bisect run`.
  package static let untestable: Int32 = 125

  /// The map that arguments name, also if something else is wrong with them.
  package init(namedIn arguments: [String]) {
    let option = "--exit-map"
    let names = zip(arguments, arguments.dropFirst() + [""]).compactMap { word, next -> String? in
      if word == option { return next }
      return word.hasPrefix("\(option)=") ? String(word.dropFirst(option.count + 1)) : nil
    }
    self = names.last.flatMap(ExitMap.init) ?? .command
  }

  /// The code for the end of a run.
  /// - Parameters:
  ///   - isOnly: Whether it is the only run.
  ///   - isLast: Whether no run would have followed.
  package func code(for outcome: RunOutcome, isOnly: Bool, isLast: Bool) -> Int32 {
    switch self {
    case .command: ExitStatus.code(for: outcome, passesThrough: isOnly)
    case .plain: ExitStatus.code(for: outcome, passesThrough: false)
    case .bisect:
      switch outcome {
      case .succeeded: ExitStatus.succeeded
      case .failed(let failure) where isLast && failure.isVerdict: ExitStatus.failed
      case .failed, .tolerated, .cancelled, .lost: Self.untestable
      }
    }
  }

  /// The code for an end that is not that of a run, such as a refusal.
  /// - Parameter status: A code of ``ExitStatus``.
  package func code(_ status: Int32) -> Int32 {
    self == .bisect && status != ExitStatus.succeeded ? Self.untestable : status
  }
}

extension RunFailure {
  /// Whether it says something about what was run: a program that does not exist has tested nothing.
  fileprivate var isVerdict: Bool {
    switch kind {
    case .cannotStart, .outputClosed, .takenOver, .unconfirmed: false
    // A shell ends like this when it cannot run a program.
    case .exitCode(let code): code != 126 && code != 127
    case .signal, .timedOut, .other: true
    }
  }
}
