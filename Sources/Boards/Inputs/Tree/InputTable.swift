/// The inputs of an action at one moment, with what they contain.
package struct InputTable: Sendable {
  /// What is known of the content of a file.
  enum Content: UInt8, Sendable {
    case unreadable
    /// Another change could leave its stamp as it is: it is read again at each look.
    case young
    /// It is as it was read, as long as its stamp is the same.
    case settled
  }

  struct Entry: Sendable {
    var stamp: FileStamp
    var digest: ContentDigest
    var content: Content
  }

  private(set) var paths: PathTable
  let entries: [Entry]
  /// Why it is not known what the inputs are; empty if it is.
  package private(set) var problems: [InputListing.Problem]

  /// Identifies the names and contents of all files.
  package let digest: ContentDigest

  init(paths: PathTable, entries: [Entry], problems: [InputListing.Problem] = []) {
    (self.paths, self.entries, self.problems) = (paths, entries, problems)
    var computation = ContentDigest.Computation()
    for (index, entry) in entries.enumerated() {
      computation.addCounted(paths[index])
      computation.add(entry.digest)
    }
    digest = computation.result
  }

  package var count: Int { paths.count }

  /// Uses the storage of another table where that is the same.
  mutating func share(_ other: InputTable) {
    if paths == other.paths { paths = other.paths }
  }

  /// Why nothing can be said about it; nil if all is known.
  package var problem: String? {
    if let problem = problems.first { return problem.text }
    guard let index = entries.firstIndex(where: { $0.content == .unreadable }) else { return nil }
    return "`\(Array(paths[index]).text)` cannot be read"
  }
}

/// How files differ from what they were.
package struct InputDifference: Sendable, Equatable {
  package enum Kind: Sendable { case written, created, deleted, unreadable }

  /// The first path that differs.
  package let path: PathBytes
  package let kind: Kind
  /// The number of other paths that differ.
  package private(set) var more = 0
  /// When the file was changed, in nanoseconds since 1970; nil if that is not known.
  package let changed: Int64?
  /// The same of all files that differ and are still there.
  package private(set) var times: ClosedRange<Int64>?

  package init(_ path: PathBytes, _ kind: Kind, changed: Int64? = nil) {
    (self.path, self.kind, self.changed) = (path, kind, changed)
    times = changed.map { $0...$0 }
  }

  /// Another file differs.
  mutating func add(changed: Int64?) {
    more += 1
    guard let changed else { return }
    times = min(times?.lowerBound ?? changed, changed)...max(times?.upperBound ?? changed, changed)
  }
}

extension InputTable {
  /// How the contents differ from those of an earlier moment; nil if they do not.
  package func difference(from earlier: InputTable) -> InputDifference? {
    difference(from: earlier) { old, new in
      if new.content == .unreadable { return old.content == .unreadable ? nil : .unreadable }
      return new.digest == old.digest && old.content != .unreadable ? nil : .written
    }
  }

  /// The files that somebody may have written or replaced since an earlier moment; nil if there are none.
  package func touch(since earlier: InputTable) -> InputDifference? {
    difference(from: earlier) { old, new in new.stamp.isTouched(since: old.stamp) ? .written : nil }
  }

  private func difference(
    from earlier: InputTable, _ compare: (_ old: Entry, _ new: Entry) -> InputDifference.Kind?
  ) -> InputDifference? {
    var result: InputDifference?
    func add(_ path: ArraySlice<UInt8>, _ kind: InputDifference.Kind, _ entry: Entry?) {
      if result == nil {
        result = InputDifference(Array(path), kind, changed: entry?.stamp.changed)
      } else {
        result?.add(changed: entry?.stamp.changed)
      }
    }
    if paths.isSameStorage(as: earlier.paths) {
      for index in entries.indices {
        if let kind = compare(earlier.entries[index], entries[index]) {
          add(paths[index], kind, entries[index])
        }
      }
      return result
    }
    var (old, new) = (0, 0)
    while old < earlier.count || new < count {
      switch order(old, in: earlier, new) {
      case .same:
        if let kind = compare(earlier.entries[old], entries[new]) { add(paths[new], kind, entries[new]) }
        (old, new) = (old + 1, new + 1)
      case .onlyOld:
        add(earlier.paths[old], .deleted, nil)
        old += 1
      case .onlyNew:
        add(paths[new], .created, entries[new])
        new += 1
      }
    }
    return result
  }

  private enum Order { case same, onlyOld, onlyNew }

  private func order(_ old: Int, in earlier: InputTable, _ new: Int) -> Order {
    guard old < earlier.count else { return .onlyNew }
    guard new < count else { return .onlyOld }
    let (one, other) = (earlier.paths[old], paths[new])
    if one.elementsEqual(other) { return .same }
    return one.lexicographicallyPrecedes(other) ? .onlyOld : .onlyNew
  }
}
