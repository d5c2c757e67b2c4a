/// Something in a file of another program that is not taken over into its board, and why, or what does it
/// instead. All texts are one line that is safe to show.
package struct Remark: Sendable, Hashable {
  /// The file, as it is named in the directory of the project.
  package var file: String
  /// The line, counted from 1; nil if it concerns the whole file.
  package var line: Int?
  /// What is not taken over: the name of an action, an option, a line. Empty for the whole file.
  package var subject: String
  /// Why not, or what does it instead.
  package var reason: String

  package init(inFile file: String, line: Int?, subject: String, reason: String) {
    (self.file, self.line, self.subject, self.reason) = (file, line, subject, reason)
  }

  /// `Makefile:7`
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// `Makefile:7: %.o: a pattern is not a name`
  package var text: String { subject.isEmpty ? "\(place): \(reason)" : "\(place): \(subject): \(reason)" }
}
