internal import Foundation

/// A directory of its own for a test, removed at the end.
package final class Scratch: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "signalbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  ///
  /// A program is copied by another process. A child that starts at this moment could inherit a descriptor of
  /// this process that is open for writing, and while it is open, the system refuses to run the file.
  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    let file = path + "/" + name
    let isProgram = permissions & 0o111 != 0
    try text.write(toFile: isProgram ? file + ".text" : file, atomically: true, encoding: .utf8)
    if isProgram { try ChildProgram("/bin/cp", [file + ".text", file]).waitForEnd() }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    return file
  }
}
