/// Writes a file by another process, for tests of what notices that.
///
/// A child that starts at the moment in which this process writes inherits its descriptor for a while, and
/// the file is closed only then: whoever follows the file takes that for another change.
package func save(_ text: String, at path: String) throws {
  let shell = try ChildProgram("/bin/sh", ["-c", #"printf %s "$1" > "$2""#, "sh", text, path])
  let outcome = shell.waitForEnd()
  guard outcome == .exited(0) else { throw SavingFailure(path: path, outcome: outcome) }
}

private struct SavingFailure: Error {
  let path: String
  let outcome: ChildProgram.Outcome
}
