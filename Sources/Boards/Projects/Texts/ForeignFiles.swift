/// The files of a project, as its readers see them: texts by their paths, which are relative to its
/// directory.
///
/// A class, because all readers share its limits and its record. It is used within one call only.
package final class ForeignFiles {
  /// What is at a path.
  package enum Entry: Sendable, Equatable {
    case text(String)
    case missing
    /// Something that is not read, and why: one phrase.
    case refused(String)
  }

  package static let countLimit = 64
  package static let totalLimit = 16 << 20

  private let entry: (String) -> Entry
  private let isThere: (String) -> Bool
  private var known: [String: Entry] = [:]
  private var total = 0
  /// The paths that were looked at, which may be missing.
  package private(set) var paths: [String] = []
  /// The environment of the process.
  package let environment: [String: String]

  package init(
    environment: [String: String] = [:], isThere: @escaping (String) -> Bool,
    entry: @escaping (String) -> Entry
  ) {
    self.environment = environment
    self.isThere = isThere
    self.entry = entry
  }

  /// Files that are only in memory.
  package convenience init(_ texts: [String: String], environment: [String: String] = [:]) {
    self.init(
      environment: environment, isThere: { texts[$0] != nil },
      entry: { texts[$0].map { .text($0) } ?? .missing })
  }

  /// What is at a path, at most the limits in all.
  package subscript(path: String) -> Entry {
    if let entry = known[path] { return entry }
    note(path)
    var entry: Entry = .refused("more than \(Self.countLimit) files belong to this project")
    if known.count < Self.countLimit { entry = self.entry(path) }
    if case .text(let text) = entry {
      total += text.utf8.count
      if total > Self.totalLimit {
        entry = .refused("the files of this project are larger than \(Self.totalLimit >> 20) MiB")
      }
    }
    known[path] = entry
    return entry
  }

  /// Whether there is something at a path, which is not read.
  package func contains(_ path: String) -> Bool {
    note(path)
    return isThere(path)
  }

  private func note(_ path: String) {
    if !paths.contains(path) { paths.append(path) }
  }
}

/// A file that a reader reads.
struct ForeignText {
  /// The path, relative to the directory of the project.
  let path: String
  let text: String

  /// The directory of the file, relative to that of the project; empty for that.
  var directory: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The path of another file, which this one names.
  func path(to other: String) -> String? { other.relative(to: directory) }
}

extension String {
  /// The path without `.` and `..`, in a directory; nil if it leaves the project.
  func relative(to directory: String) -> String? {
    guard !hasPrefix("/"), !hasPrefix("~"), !unicodeScalars.contains("\0") else { return nil }
    var parts = directory.split(separator: "/")
    for part in split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
