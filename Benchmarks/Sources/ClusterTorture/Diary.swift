import Foundation

/// Everything that happens, with its time, in a file that is kept if something is wrong.
@MainActor
final class Diary {
  private let file: FileHandle

  init(_ path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  func note(_ text: String) { try? file.write(contentsOf: Data("\(Moment.now) \(text)\n".utf8)) }
}
