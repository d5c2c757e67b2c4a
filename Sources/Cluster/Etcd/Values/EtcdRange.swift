/// A key, or all keys from a first one to an end.
package struct EtcdRange: Sendable, Equatable {
  /// The key, or the first one of several.
  package var first: String
  /// The first key after the range; nil for a single key.
  package var end: String?
  /// The most entries to return; 0 for all. Deletions ignore it.
  package var limit: Int64
  /// Whether the entries come without their values. Deletions ignore it.
  package var keysOnly: Bool

  package init(first: String, end: String?, limit: Int64 = 0, keysOnly: Bool = false) {
    self.first = first
    self.end = end
    self.limit = limit
    self.keysOnly = keysOnly
  }

  /// A single key.
  package init(key: String) { self.init(first: key, end: nil) }

  /// All keys that begin with the prefix, which must not be empty.
  package init(prefix: String, limit: Int64 = 0, keysOnly: Bool = false) {
    self.init(first: prefix, end: Self.end(ofPrefix: prefix), limit: limit, keysOnly: keysOnly)
  }

  /// The first key after all that begin with the prefix: its last character is replaced by the next one.
  ///
  /// Keys are ordered by their bytes, which is the order of Unicode's scalars in UTF-8.
  package static func end(ofPrefix prefix: String) -> String {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      // The surrogates between the two are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(scalars)
    }
    // For etcd, this is the end of all keys.
    return "\0"
  }
}
