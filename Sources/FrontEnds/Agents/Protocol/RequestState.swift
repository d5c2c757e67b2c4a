internal import CDigest

/// What a client sends back with the answer of a person, so that the server need not remember the question,
/// and that proves which press was asked about.
struct RequestState: Equatable {
  /// A digest of the press: the action and its input.
  var press: String
  /// A digest of what was asked.
  var question: String
  /// Used once.
  var nonce: UInt64
  /// When it was asked.
  var askedAt: Duration

  /// How long an answer may take.
  static let lifetime = Duration.seconds(600)

  /// - Parameter key: Secret, and that of the process.
  func text(_ key: [UInt8]) -> String {
    let body = "\(press).\(question).\(String(nonce, radix: 16)).\(askedAt.milliseconds)"
    return "\(body).\(Digest.hex(Digest.authentication(of: body, key)))"
  }

  /// Nil unless this process has written the text.
  init?(_ text: String, _ key: [UInt8]) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard text.utf8.count <= 400, parts.count == 5, let nonce = UInt64(parts[2], radix: 16),
      let asked = Int64(parts[3])
    else { return nil }
    self.init(press: parts[0], question: parts[1], nonce: nonce, askedAt: .milliseconds(asked))
    guard Digest.isEqual(Array(self.text(key).utf8), Array(text.utf8)) else { return nil }
  }

  init(press: String, question: String, nonce: UInt64, askedAt: Duration) {
    (self.press, self.question, self.nonce, self.askedAt) = (press, question, nonce, askedAt)
  }
}

/// SHA-256, and codes that only the holder of a key can compute (RFC 2104).
enum Digest {
  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Texts in their order, so that no two lists have the same digest.
  static func of(_ texts: [String?]) -> String {
    let bytes = texts.flatMap { text -> [UInt8] in
      guard let text else { return Array("-;".utf8) }
      return Array("\(text.utf8.count):".utf8) + text.utf8
    }
    return hex(Array(sha256(bytes).prefix(16)))
  }

  static func authentication(of text: String, _ key: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? sha256(key) : key
    block += Array(repeating: 0, count: 64 - block.count)
    let inner = sha256(block.map { $0 ^ 0x36 } + Array(text.utf8))
    return sha256(block.map { $0 ^ 0x5C } + inner)
  }

  /// Takes the same time wherever two texts of one length differ.
  static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var state = digest_state()
    digest_begin(&state)
    bytes.withUnsafeBytes { digest_add(&state, $0.baseAddress, $0.count) }
    return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      digest_end(&state, buffer.baseAddress)
      count = 32
    }
  }
}
