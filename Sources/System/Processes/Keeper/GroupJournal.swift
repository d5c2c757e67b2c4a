import CProcess
import Synchronization

#if canImport(System)
package import System
#else
package import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file with the process groups of running commands, which is still there when this process and its
/// ``Keeper`` were both killed.
///
/// Each child appends its group before it executes its program. The file is not synchronized to the disk: a
/// group does not survive the end of the system either. It is rewritten when it has grown, so its size is
/// bounded.
package final class GroupJournal: Sendable {
  /// The file is rewritten when it has this many lines more than there are groups.
  private static let spareLines = 4096

  private struct State {
    var groups: Set<Int32> = []
    /// The number of files that were written in the place of the first.
    var generation = 0
    /// The lines of the file, and the number of lines at which it is rewritten.
    var lines = 0
    var limit = spareLines
    var hasFailed = false
  }

  private let state = Mutex(State())
  private let path: String
  private let onFailure: @Sendable (Errno) -> Void
  /// The file, for appending. The number stays the same, since children use it at any time.
  let file: FileDescriptor

  /// Creates the file, or replaces it: ``endSurvivors(in:atMost:)`` must have been called.
  /// - Parameter onFailure: Called once, on any thread, when a group could not be written, such as to a full
  ///   disk. The commands start nevertheless.
  package init(path: String, onFailure: @escaping @Sendable (Errno) -> Void = { _ in }) throws {
    self.path = path
    self.onFailure = onFailure
    file = try Self.write(GroupRecord.header, to: path)
  }

  deinit { try? file.close() }

  /// Identifies the present file.
  var generation: Int { state.withLock { $0.generation } }

  /// Whether the path still leads to this file.
  package var isAtPath: Bool { state.withLock { _ in hasPath } }

  /// Writes the file again if somebody has deleted or replaced it.
  package func restore() throws {
    try state.withLock { state in
      if !hasPath { try rewrite(&state) }
    }
  }

  private var hasPath: Bool {
    let identity = FileIdentity(file.rawValue)
    return identity != nil && identity == FileIdentity(path)
  }

  /// Enters a group that a child has written.
  /// - Parameters:
  ///   - generation: The file before the child was started.
  ///   - error: Why the child could not write.
  func enter(_ group: Int32, since generation: Int, error: Errno?) {
    let failure = state.withLock { state in
      state.groups.insert(group)
      // The child may have written to an earlier file.
      let needsLine = error != nil || state.generation != generation
      return append(needsLine ? { group_log($0, CChar(UInt8(ascii: "+")), group) } : { _ in 0 }, &state)
    }
    if let failure { onFailure(failure) }
  }

  /// Removes a group that is about to end.
  func leave(_ group: Int32) {
    let failure = state.withLock { state in
      state.groups.remove(group)
      return append({ group_log($0, CChar(UInt8(ascii: "-")), group) }, &state)
    }
    if let failure { onFailure(failure) }
  }

  /// Counts the lines of a child that wrote its group and did not execute its program.
  func countFailedStart() {
    state.withLock { $0.lines += 2 }
  }

  /// Writes a line, and rewrites the file if it has grown. Returns the first error of this journal.
  private func append(_ write: (Int32) -> Int32, _ state: inout State) -> Errno? {
    var error = write(file.rawValue)
    state.lines += 1
    if state.lines >= state.limit {
      do {
        try rewrite(&state)
        error = 0
      } catch {
        state.limit *= 2
      }
    }
    guard error != 0, !state.hasFailed else { return nil }
    state.hasFailed = true
    return Errno(rawValue: error)
  }

  private func rewrite(_ state: inout State) throws {
    var text = GroupRecord.header
    let time = group_time()
    for group in state.groups { text += "\n+ \(group) \(time)" }
    let new = try Self.write(text, to: path)
    defer { try? new.close() }
    guard descriptor_replace(file.rawValue, new.rawValue) == 0 else { throw Errno(rawValue: errno) }
    state.generation += 1
    state.lines = state.groups.count
    state.limit = state.lines + Self.spareLines
  }

  /// Writes a file and gives it its name when it is complete; returns it, open for appending.
  private static func write(_ text: String, to path: String) throws -> FileDescriptor {
    let temporary = path + ".new"
    unlink(temporary)
    let file = try FileDescriptor.open(
      temporary, .writeOnly, options: [.create, .exclusiveCreate, .append, .closeOnExec],
      permissions: .ownerReadWrite)
    do {
      try file.writeAll(text.utf8)
      guard rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
      return file
    } catch {
      try? file.close()
      unlink(temporary)
      throw error
    }
  }
}
