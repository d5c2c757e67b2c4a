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
  /// A program is put in place by another process. A descriptor of ours that is open for writing may be
  /// inherited by a child that is being started at this moment, and as long as it is open there, the system
  /// refuses to run the file.
  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    let file = path + "/" + name
    let isProgram = permissions & 0o111 != 0
    try text.write(toFile: isProgram ? file + ".text" : file, atomically: true, encoding: .utf8)
    if isProgram {
      try Process.run(URL(filePath: "/bin/cp"), arguments: [file + ".text", file]).waitUntilExit()
    }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    return file
  }
}
