/// A path as the bytes that the file system has, which need not be UTF-8. It is relative to the directory of
/// the board, without `.` and without a slash at its end: empty is that directory itself, and `..` is
/// possible at the beginning only. A path outside of it may also be absolute.
package typealias PathBytes = [UInt8]

extension [UInt8] {
  static var slash: UInt8 { UInt8(ascii: "/") }

  /// This path with a name below it.
  func appending(_ name: some Collection<UInt8>) -> PathBytes {
    if isEmpty { return Array(name) }
    var path = self
    path.reserveCapacity(count + name.count + 1)
    if last != Self.slash { path.append(Self.slash) }
    path += name
    return path
  }

  /// The names that it consists of. That of the root of the file system is `/`.
  var components: [ArraySlice<UInt8>] {
    guard first == Self.slash else { return split(separator: Self.slash) }
    return [self[0..<1]] + self[1...].split(separator: Self.slash)
  }

  /// The path of its directory, and its name there.
  var parent: (directory: PathBytes, name: ArraySlice<UInt8>) {
    guard let end = lastIndex(of: Self.slash) else { return ([], self[...]) }
    return (Array(self[..<Swift.max(end, first == Self.slash ? 1 : 0)]), self[(end + 1)...])
  }

  /// Whether it is another path or lies below it.
  func isWithin(_ other: PathBytes) -> Bool {
    if other.isEmpty {
      return first != Self.slash && !starts(with: [UInt8(ascii: "."), UInt8(ascii: "."), Self.slash])
    }
    return starts(with: other)
      && (count == other.count || self[other.count] == Self.slash || other == [Self.slash])
  }

  /// As text; bytes that are not UTF-8 are replaced.
  package var text: String { String(decoding: self, as: UTF8.self) }
}
