/// Where in a file of another program an action comes from. All texts are one line that is safe to show.
package struct ActionOrigin: Sendable, Hashable {
  /// The file, as it is named in the directory of the project.
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// What its program does for it, as the file says it: at most 12 lines. Empty if that is known already.
  package var body: [String]

  package init(file: String, line: Int, body: [String] = []) {
    (self.file, self.line, self.body) = (file, line, body)
  }

  /// `Makefile:7`
  package var place: String { "\(file):\(line)" }
}
