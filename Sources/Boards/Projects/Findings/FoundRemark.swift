package import Board
internal import Configuration

extension Remark {
  /// A remark whose texts are those of a file.
  package init(file: String, line: Int?, _ subject: String, _ reason: String) {
    self.init(
      inFile: file.oneLine(limit: 300), line: line, subject: subject.oneLine(limit: 120),
      reason: reason.oneLine(limit: 300))
  }
}
