/// Many paths, sorted by their bytes, in one buffer.
package struct PathTable: Sendable, Equatable {
  private var bytes: [UInt8] = []
  /// Where each path ends.
  private var ends: [UInt32] = []

  package init() {}

  package init(_ paths: some Sequence<PathBytes>) {
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) { append(path) }
  }

  package var count: Int { ends.count }

  /// Adds a path that is not before the last one.
  mutating func append(_ path: some Collection<UInt8>) {
    bytes += path
    ends.append(UInt32(bytes.count))
  }

  mutating func reserve(_ count: Int, bytes byteCount: Int) {
    ends.reserveCapacity(count)
    bytes.reserveCapacity(byteCount)
  }

  package subscript(_ index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Whether both are copies of one table.
  func isSameStorage(as other: PathTable) -> Bool {
    bytes.withUnsafeBufferPointer { one in
      other.bytes.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress && $0.count == one.count }
    }
      && ends.withUnsafeBufferPointer { one in
        other.ends.withUnsafeBufferPointer { $0.baseAddress == one.baseAddress && $0.count == one.count }
      }
  }

  /// The index of a path; nil if it is not there.
  package func index(of path: some Collection<UInt8>) -> Int? {
    let index = firstIndex(notBefore: path)
    return index < count && self[index].elementsEqual(path) ? index : nil
  }

  package func contains(_ path: some Collection<UInt8>) -> Bool { index(of: path) != nil }

  /// Whether there is a path below a directory.
  func hasPath(below directory: PathBytes) -> Bool {
    if directory.isEmpty { return count > 0 }
    let prefix = directory + [PathBytes.slash]
    let index = firstIndex(notBefore: prefix)
    return index < count && self[index].starts(with: prefix)
  }

  private func firstIndex(notBefore path: some Collection<UInt8>) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
