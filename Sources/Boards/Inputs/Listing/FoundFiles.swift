#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Files in the order in which they are found, with all paths in one buffer.
struct FoundFiles {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var stamps: [FileStamp] = []

  var count: Int { ends.count }

  mutating func append(_ path: PathBytes, _ stamp: FileStamp) {
    bytes += path
    ends.append(bytes.count)
    stamps.append(stamp)
  }

  /// Each path once, with its stamp.
  var sorted: (PathTable, [FileStamp]) {
    var (paths, sortedStamps) = (PathTable(), [FileStamp]())
    paths.reserve(count, bytes: bytes.count)
    sortedStamps.reserveCapacity(count)
    bytes.withUnsafeBufferPointer { bytes in
      let range = { (index: Int) in (index == 0 ? 0 : ends[index - 1])..<ends[index] }
      let order = ends.indices.sorted { Self.isBefore(bytes, range($0), range($1)) }
      var last: Range<Int>?
      for index in order {
        let path = UnsafeBufferPointer(rebasing: bytes[range(index)])
        if let last, bytes[last].elementsEqual(path) { continue }
        last = range(index)
        paths.append(path)
        sortedStamps.append(stamps[index])
      }
    }
    return (paths, sortedStamps)
  }

  private static func isBefore(
    _ bytes: UnsafeBufferPointer<UInt8>, _ one: Range<Int>, _ other: Range<Int>
  ) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    let order = memcmp(start + one.lowerBound, start + other.lowerBound, min(one.count, other.count))
    return order == 0 ? one.count < other.count : order < 0
  }
}
