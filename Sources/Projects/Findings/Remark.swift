/// Something in a file that is not taken over into the panel, and why, or what does it instead.
package struct Remark: Sendable, Hashable {
  /// The file, as it is named in the directory of the project.
  package let file: String
  /// The line, counted from 1; nil if it concerns the whole file.
  package let line: Int?
  /// What is not taken over: the name of an action, an option, a line.
  package let subject: String
  /// Why not, or what does it instead: one line.
  package let reason: String

  package init(file: String, line: Int?, _ subject: String, _ reason: String) {
    self.file = file
    self.line = line
    self.subject = subject.oneLine(limit: 120)
    self.reason = reason.oneLine(limit: 300)
  }

  /// `Makefile:7: %.o: a pattern is not a name`
  package var text: String {
    let place = line.map { "\(file.oneLine(limit: 300)):\($0)" } ?? file.oneLine(limit: 300)
    return subject.isEmpty ? "\(place): \(reason)" : "\(place): \(subject): \(reason)"
  }
}
