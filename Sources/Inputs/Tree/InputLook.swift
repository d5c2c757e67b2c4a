/// Looks at the inputs of an action: lists them, and reads those that may have another content than at the
/// last look.
///
/// The first listing, a look before a start, polling, and catching up after lost notices are all this.
package struct InputLook: Sendable {
  /// The directory of the board, as an absolute path.
  let base: String
  let selection: InputSelection
  /// What was known before; nil for nothing.
  let known: InputTable?
  /// Paths that are read whatever their stamps are: somebody has written them.
  let noticed: Set<PathBytes>
  /// What gives notice of changes from now on; nil if nothing does.
  let notices: TreeNotices?

  package init(
    _ selection: InputSelection, in base: String, known: InputTable? = nil, noticed: Set<PathBytes> = [],
    notices: TreeNotices? = nil
  ) {
    (self.selection, self.base, self.known, self.noticed) = (selection, base, known, noticed)
    self.notices = notices
  }

  /// Blocks until all is read.
  /// - Parameter isCancelled: Asked from time to time; then nothing is returned.
  package func perform(isCancelled: () -> Bool = { false }) -> InputTable? {
    var watches: TreeWatches?
    return perform(&watches, isCancelled: isCancelled)
  }

  /// - Parameter watches: Becomes what is watched from now on; nil if nothing is.
  package func perform(
    _ watches: inout TreeWatches?, isCancelled: () -> Bool = { false }
  ) -> InputTable? {
    watches = notices.map { TreeWatches($0) }
    let listing = InputListing(of: selection, in: base, &watches)
    var entries: [InputTable.Entry] = []
    entries.reserveCapacity(listing.paths.count)
    var reader = ContentReader(Array(base.utf8))
    // Both tables are sorted: the place in the known one only grows.
    var place = 0
    for index in 0..<listing.paths.count {
      let path = listing.paths[index]
      let stamp = listing.stamps[index]
      if let entry = known?.entry(path, from: &place), entry.content == .settled, entry.stamp == stamp,
        stamp.isFile, noticed.isEmpty || !noticed.contains(Array(path))
      {
        entries.append(entry)
      } else {
        if isCancelled() { return nil }
        entries.append(reader.read(path, stamp, isCancelled))
      }
    }
    if isCancelled() { return nil }
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
