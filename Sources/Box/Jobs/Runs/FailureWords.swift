internal import Board
internal import Boundary
internal import Programs

extension Run {
  /// The failure of a command with what its output says about it: "7 failed, 2 passed · exit code 1". Other
  /// errors are unchanged.
  /// - Parameter firstLine: The number of the first line of the run.
  func explained(_ error: any Error, of run: Int, firstLine: Int) -> any Error {
    guard case .command = definition.work, let failure = error as? JobFailure, failure.isEndOfProgram,
      let words = output.endedLines.failureWords(definition.failure, of: run, from: firstLine)
    else { return error }
    return JobFailure.explained(words, failure)
  }
}

extension JobFailure {
  /// Whether it only says how a program has ended.
  fileprivate var isEndOfProgram: Bool {
    switch self {
    case .exitCode, .signal, .gaveUp: true
    default: false
    }
  }
}

extension OutputRing {
  /// The most characters of the words of a failure. What follows them must be seen, too.
  private static let wordLimit = 120
  /// The most lines in which a pattern is looked for, from the end.
  private static let searchLimit = 500

  /// What a run has printed last about its failure, in its last attempt; nil for nothing.
  /// - Parameter pattern: Finds it in a line; nil for the last line that is not blank.
  fileprivate func failureWords(_ pattern: OutputPattern?, of run: Int, from firstLine: Int) -> String? {
    for number in indices.suffix(Self.searchLimit).reversed() where number >= firstLine {
      let line = self[number]
      if line.kind == .retry { return nil }
      guard line.isPrinted, let text = line.text(of: run) else { continue }
      let words = (pattern.map { $0.value(in: text) } ?? text)?.trimmingSpaces ?? ""
      if words.isEmpty { continue }
      return words.count <= Self.wordLimit ? String(words) : words.prefix(Self.wordLimit - 1) + "…"
    }
    return nil
  }
}

extension OutputLine {
  /// The text without the number of the run; nil if another run has printed it.
  fileprivate func text(of number: Int) -> String? {
    if run == 0 { return text }
    guard run == UInt32(clamping: number) else { return nil }
    return String(text.dropFirst(mark(ofRun: number).count))
  }
}
