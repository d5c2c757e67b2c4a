internal import Essentials

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Which board a box belongs to: the file of the board, with all links resolved, and the user.
package struct BoardIdentity: Sendable, Hashable {
  /// The canonical path of the board's file.
  package let path: String
  package let user: UInt32

  /// The identity of the board at a path, for the user of this process.
  /// - Throws: ``RendezvousError/noBoard(path:reason:)`` if there is no such file.
  package init(path: String) throws(RendezvousError) {
    guard let resolved = realpath(path, nil) else {
      throw .noBoard(path: path, reason: String(cString: strerror(errno)))
    }
    defer { free(resolved) }
    self.init(canonicalPath: String(cString: resolved), user: geteuid())
  }

  /// The identity of a board whose file may have gone since its box began.
  /// - Parameter record: What the lock file says.
  package init(_ record: BoxRecord) { self.init(canonicalPath: record.board, user: geteuid()) }

  /// The identity of the board at a path, which is the same when the file has gone.
  /// - Throws: ``RendezvousError/noBoard(path:reason:)`` if its directory has gone, too.
  package init(presentOrGone path: String) throws(RendezvousError) {
    do throws(RendezvousError) {
      try self.init(path: path)
    } catch {
      let end = path.lastIndex(of: "/")
      let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let name = end.map { String(path[path.index(after: $0)...]) } ?? path
      guard !name.isEmpty, let resolved = realpath(directory, nil) else { throw error }
      defer { free(resolved) }
      let parent = String(cString: resolved)
      self.init(canonicalPath: parent == "/" ? "/\(name)" : "\(parent)/\(name)", user: geteuid())
    }
  }

  init(canonicalPath: String, user: UInt32) {
    path = canonicalPath
    self.user = user
  }

  /// Sixteen hexadecimal digits that name the files of this board.
  ///
  /// Different boards can have the same hash, if only in theory. The record in the lock file contains the
  /// path, so that a collision is detected.
  package var hash: String { StableHash.hex("\(user):\(path)") }
}
