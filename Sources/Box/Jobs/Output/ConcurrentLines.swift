internal import Boundary
internal import Programs

extension RunHistory {
  /// Marks lines of a run while other runs of the same job are in progress.
  ///
  /// The mark is part of the text, so that it is searched, filtered, copied and kept as the line is.
  func marked(_ lines: [OutputLine], of run: Int) -> [OutputLine] {
    guard entries.contains(where: { $0.ending == nil && $0.number != run }) else { return lines }
    return lines.map { $0.kind == .status ? $0 : $0.marked(run) }
  }
}

extension OutputLine {
  /// What stands before the text of a line of this run.
  func mark(ofRun number: Int) -> String { "#\(number) " }

  /// The line with the number of its run before it, which is plain.
  fileprivate func marked(_ run: Int) -> OutputLine {
    let mark = mark(ofRun: run)
    var line = self
    line.text = mark + text
    line.run = UInt32(clamping: run)
    line.takeMarks(of: self, movedBy: mark.utf8.count)
    return line
  }
}
