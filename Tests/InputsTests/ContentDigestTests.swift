import CDigest
import Fuzzing
import Testing

@testable import Inputs

@Suite(.timeLimit(.minutes(15))) struct ContentDigestTests {
  @Test func `digests are the first half of SHA-256`() {
    #expect(ContentDigest(of: []).description == "e3b0c44298fc1c149afbf4c8996fb924")
    #expect(ContentDigest(of: "abc".utf8).description == "ba7816bf8f01cfea414140de5dae2223")
    #expect(
      ContentDigest(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8).description
        == "248d6a61d20638b8e5c026930c3e6039")
    #expect(
      ContentDigest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).description
        == "cdc76e5c9914fb9281a1c7e284d73e67")
  }

  @Test func `the instructions of the processor and the plain code agree, in whatever parts the bytes come`()
  {
    for seed in Seeds(20) {
      var random = SeededGenerator(seed: seed)
      let bytes = random.bytes(upTo: 2_000)
      var parts = ContentDigest.Computation()
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(random.within(1...150))
        Array(part).withUnsafeBytes { parts.add($0) }
        rest = rest.dropFirst(part.count)
      }
      digest_use_plain_code(1)
      let plain = ContentDigest(of: bytes)
      digest_use_plain_code(0)
      #expect(ContentDigest(of: bytes) == plain, "seed \(seed)")
      #expect(parts.result == plain, "seed \(seed)")
    }
  }

  @Test func `a digest is read from its text, and nothing else is`() {
    let digest = ContentDigest(of: "text".utf8)
    #expect(ContentDigest(digest.description) == digest)
    for text in ["", "0", "+3b0c44298fc1c149afbf4c8996fb924", "e3b0c44298fc1c149afbf4c8996fb92g"] {
      #expect(ContentDigest(text) == nil, "\(text)")
    }
  }
}
