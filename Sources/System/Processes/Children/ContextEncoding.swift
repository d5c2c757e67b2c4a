/// The encoding of a context: texts that each end with a null byte. The first ones are settings, such as
/// `umask 18`, `nice 0` and `limit 7 1024`; after an empty text follow the entries of the environment.
extension ProcessContext {
  package var encoded: [UInt8] {
    let settings =
      ["umask \(umask)", "nice \(nice)"] + limits.map { "limit \($0.resource) \($0.soft)" } + [""]
    var bytes = Array(settings.map { "\($0)\0" }.joined().utf8)
    bytes.reserveCapacity(bytes.count + environment.reduce(0) { $0 + $1.count + 1 })
    for entry in environment {
      bytes += entry
      bytes.append(0)
    }
    return bytes
  }

  package init(encoded: [UInt8]) throws(Invalid) {
    guard encoded.count <= Self.environmentLimit + 8192 else { throw .environmentTooLarge }
    guard encoded.last == 0 else { throw .malformed }
    let texts = encoded.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    guard let end = texts.firstIndex(where: \.isEmpty) else { throw .malformed }
    var values: [String: Int32] = [:]
    var limits: [Limit] = []
    for text in texts[..<end] {
      let words = String(decoding: text, as: UTF8.self).split(separator: " ")
      switch (words.first, words.count) {
      case ("limit", 3):
        guard let resource = Int32(words[1]), let soft = UInt64(words[2]) else { throw .malformed }
        limits.append(Limit(resource: resource, soft: soft))
      case (let name?, 2) where name != "limit": values[String(name)] = Int32(words[1])
      default: throw .malformed
      }
    }
    guard let mask = values["umask"].flatMap({ UInt32(exactly: $0) }), let nice = values["nice"] else {
      throw .malformed
    }
    // Without an environment, the empty text is the last one.
    try self.init(
      environment: texts[(end + 1)...].map { Array($0) }, umask: mask, nice: nice, limits: limits)
  }
}
