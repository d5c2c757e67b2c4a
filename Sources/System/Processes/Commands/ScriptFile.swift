#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file of a script, which exists while its command runs.
///
/// It is in a directory of its own that only this user can enter: interpreters such as Python load modules
/// from the directory of their script, and everybody can write to the directory for temporary files.
struct ScriptFile {
  let path: String
  private let directory: String

  /// - Throws: ``StartError`` if the file cannot be written.
  init(_ text: String) throws(StartError) {
    let place =
      getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(place)/signalbox-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StartError("no directory for its script in \(place): \(Errno(rawValue: errno))")
    }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(directory)/run"
    do {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
    } catch {
      remove()
      throw StartError("its script cannot be written to \(path): \(error)")
    }
  }

  func remove() {
    unlink(path)
    rmdir(directory)
  }
}
