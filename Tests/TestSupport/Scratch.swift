internal import Foundation

/// A directory of its own for a test, removed at the end.
package final class Scratch: Sendable {
  package let path: String

  package init() throws {
    // The path of a socket has room for about a hundred bytes, and TMPDIR can be long by itself.
    let template = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/signalbox-XXXXXX"
    var name = Array(template.utf8CString)
    guard mkdtemp(&name) != nil else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    // mkdtemp lets only its user in, and some tests are about other users.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
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
