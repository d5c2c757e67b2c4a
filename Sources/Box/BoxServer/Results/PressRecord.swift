internal import Board
internal import Essentials
internal import Processes
package import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What front ends have asked a box for, and what has come of it: one line of JSON each, in a file that only
/// its owner reads.
@MainActor
package final class PressRecord {
  /// The size at which a new file begins. One earlier file is kept.
  private static let sizeLimit = 1 << 20
  private let path: String
  private var file: Int32?
  private var size = 0

  package init(_ path: String) { self.path = path }

  isolated deinit { if let file { Descriptor.close(file) } }

  /// Writes an entry. Returns false if that is not possible; runs go on without it.
  @discardableResult
  func write(_ entry: PressEntry) -> Bool {
    if file == nil || size > Self.sizeLimit { begin() }
    guard let file else { return false }
    let bytes = entry.json.bytes + [UInt8(ascii: "\n")]
    guard bytes.withUnsafeBytes({ Descriptor.write($0, to: file) }) == nil else {
      // What has still found room would be the beginning of the next line.
      _ = ftruncate(file, off_t(size))
      closeFile()
      return false
    }
    size += bytes.count
    return true
  }

  /// Opens the file. If it is full, it becomes the earlier one, and a new one begins. Where that is not
  /// possible, as with a directory in the place of the earlier one, there is no file until it is.
  private func begin() {
    openFile()
    guard size > Self.sizeLimit else { return }
    let hasMoved = rename(path, Self.earlier(path)) == 0
    if hasMoved { openFile() } else { closeFile() }
  }

  private func openFile() {
    closeFile()
    // Nothing is waited for: a pipe without a reader may be in the place of the file.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return }
    guard let size = Self.sizeIfOwn(descriptor) else { return Descriptor.close(descriptor) }
    (file, self.size) = (descriptor, size)
  }

  /// Makes a file unreadable for other users, and returns its size. Nil if it is no file of this user.
  private static func sizeIfOwn(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0 || fchmod(descriptor, 0o600) == 0
    else { return nil }
    return Int(status.st_size)
  }

  private func closeFile() {
    if let file { Descriptor.close(file) }
    (file, size) = (nil, 0)
  }

  private static func earlier(_ path: String) -> String { path + ".1" }

  /// The entries that are kept, the oldest first; lines that are none are left out.
  package static func entries(_ path: String) -> [JSONTree] {
    [earlier(path), path].flatMap { path -> [JSONTree] in
      guard let descriptor = try? StateFile.open(path) else { return [] }
      defer { Descriptor.close(descriptor) }
      let size = min(Descriptor.sizeOfFile(descriptor) ?? 0, 4 * sizeLimit)
      return StateFile.bytes(of: descriptor, 0..<size).split(separator: UInt8(ascii: "\n")).compactMap {
        line in
        guard let tree = try? JSONParser.parse(line), tree["what"]?.text != nil else { return nil }
        return tree
      }
    }
  }
}

/// A line of the record.
struct PressEntry {
  enum What: String {
    /// A plan has begun; each press that it makes has entries of its own.
    case planned
    case started, refused, declined, unanswered, withdrawn, cancelled, ended
  }

  /// A front end.
  struct Who {
    var kind: String
    var name: String
    /// Its process; nil if that is not known.
    var process: Int32?
  }

  /// How a person has said yes.
  struct Yes {
    /// `panel`: by an answer to the agent. `elicitation`: the agent's program says so. `start`: with the
    /// start.
    var how: String
    var who: String?
    var after: Duration?
  }

  var what: What
  var who: Who
  var action: String
  /// The plan that has pressed the action for `who`, such as "plan of deploy"; nil for a direct press.
  var cause: String?
  var input: InputValues?
  var reason: String?
  var run: Int?
  var yes: Yes?

  /// The most bytes of an input that are kept as they are.
  private static let inputLimit = 200

  var json: JSONTree {
    let time = WallTime.now()
    let date = Date(timeIntervalSince1970: time / .seconds(1))
    var by: JSONTree = ["kind": .text(who.kind), "name": .text(who.name)]
    by.set("pid", who.process.map { JSONTree(Int($0)) })
    var json: JSONTree = [
      "v": 1, "at": .text(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
      "who": by, "action": .text(action),
    ]
    json.set("cause", cause.map { .text($0) })
    json.set("input", input.map { $0.shortened(to: Self.inputLimit).tree })
    json.set("what", .text(what.rawValue))
    json.set("reason", reason.map { .text($0) })
    json.set("run", run.map { JSONTree($0) })
    if let yes {
      var answer: JSONTree = ["how": .text(yes.how)]
      answer.set("who", yes.who.map { .text($0) })
      answer.set("after_ms", yes.after.map { JSONTree(Int($0 / .milliseconds(1))) })
      json.set("yes", answer)
    }
    return json
  }
}

extension InputValues {
  /// The same values; of a text with more bytes, the number of those.
  fileprivate func shortened(to limit: Int) -> Self {
    func short(_ text: String) -> String { text.utf8.count > limit ? "\(text.utf8.count) bytes" : text }
    return switch self {
    case .text(let text): .text(short(text))
    case .named(let values): .named(values.map { .init($0.name, short($0.text)) })
    }
  }
}
