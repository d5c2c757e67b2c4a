#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Looks at the inputs of an action: lists them, and reads those that may have another content than at the
/// last look.
///
/// The first listing, a look before a start, polling, and catching up after lost notices are all this.
package struct InputLook: Sendable {
  /// The directory of the board, as an absolute path.
  let base: String
  let selection: InputSelection
  /// What was known before; nil for nothing.
  package private(set) var known: InputTable?
  /// Paths that are read whatever their stamps are: somebody has written them.
  let noticed: Set<PathBytes>
  /// What gives notice of changes from now on; nil if nothing does.
  let notices: TreeNotices?
  /// How far the clock of the file system may be behind, in nanoseconds.
  var margin = FileStamp.margin

  package init(
    _ selection: InputSelection, in base: String, known: InputTable? = nil, noticed: Set<PathBytes> = [],
    notices: TreeNotices? = nil
  ) {
    (self.selection, self.base, self.known, self.noticed) = (selection, base, known, noticed)
    self.notices = notices
  }

  /// From now on a table is known if none was.
  package mutating func know(_ table: InputTable?) { known = known ?? table }

  /// Reads only what was noticed, where the kernel has given notice of everything else. Blocks.
  /// - Returns: Nil if that is not enough: something may have come or gone.
  package func readNoticed() -> InputTable? {
    guard let known, known.problem == nil else { return nil }
    var entries = known.entries
    var reader = ContentReader(Array(base.utf8), margin: margin)
    for path in noticed {
      // What matches and is no input is ignored by git.
      guard let index = known.paths.index(of: path) else { continue }
      let absolute = path.first == PathBytes.slash ? path : Array(base.utf8).appending(path)
      var status = stat()
      guard absolute.withCString({ lstat($0, &status) }) == 0 else { return nil }
      let (stamp, earlier) = (FileStamp(status), entries[index].stamp)
      guard stamp.isFile || stamp.isLink, stamp.mode == earlier.mode, stamp.links == earlier.links else {
        return nil
      }
      entries[index] = reader.read(path[...], stamp) { false }
    }
    return InputTable(paths: known.paths, entries: entries)
  }

  /// Blocks until all is read.
  /// - Parameter isCancelled: Asked from time to time; then nothing is returned.
  package func perform(isCancelled: () -> Bool = { false }) -> InputTable? {
    var watches: TreeWatches?
    return perform(&watches, isCancelled: isCancelled)
  }

  /// - Parameters:
  ///   - watches: Becomes what is watched from now on; nil if nothing is.
  ///   - cache: What other looks of this moment have read.
  package func perform(
    _ watches: inout TreeWatches?, _ cache: ListingCache = ListingCache(), isCancelled: () -> Bool = { false }
  ) -> InputTable? {
    watches = notices.map { TreeWatches($0) }
    let listing = InputListing(of: selection, in: base, &watches, cache)
    var entries: [InputTable.Entry] = []
    entries.reserveCapacity(listing.paths.count)
    var reader = ContentReader(Array(base.utf8), margin: margin)
    // Both tables are sorted: the place in the known one only grows.
    var place = 0
    var isAsKnown = listing.paths.count == known?.count && listing.problems == known?.problems
    for index in 0..<listing.paths.count {
      let path = listing.paths[index]
      let stamp = listing.stamps[index]
      if let entry = known?.entry(path, from: &place), entry.content == .settled, entry.stamp == stamp,
        stamp.isFile, noticed.isEmpty || !noticed.contains(Array(path))
      {
        entries.append(entry)
      } else {
        if isCancelled() { return nil }
        isAsKnown = false
        entries.append(reader.read(path, stamp, isCancelled))
      }
    }
    if isCancelled() { return nil }
    // It shares its storage with what an attempt was made from.
    if isAsKnown, let known { return known }
    var table = InputTable(paths: listing.paths, entries: entries, problems: listing.problems)
    if let known { table.share(known) }
    return table
  }
}

extension InputTable {
  /// The entry of a path that is not before a place, which is moved to it.
  fileprivate func entry(_ path: ArraySlice<UInt8>, from place: inout Int) -> Entry? {
    while place < count {
      let other = paths[place]
      if other.elementsEqual(path) { return entries[place] }
      guard other.lexicographicallyPrecedes(path) else { return nil }
      place += 1
    }
    return nil
  }
}
