import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct UTF8TailTests {
  @Test(arguments: ["a", "é", "日", "😀", "a😀"])
  func `each incomplete character is a tail`(text: String) {
    let bytes = Array(text.utf8)
    let lastCharacter = String(text.suffix(1)).utf8.count
    #expect(UTF8Tail.length(of: bytes) == 0)
    for missing in 1..<max(1, lastCharacter) {
      #expect(UTF8Tail.length(of: bytes.dropLast(missing)) == lastCharacter - missing)
    }
  }

  @Test func `complete and invalid characters are no tail`() {
    #expect(UTF8Tail.length(of: []) == 0)
    #expect(UTF8Tail.length(of: [0x80, 0x80, 0x80, 0x80]) == 0)
    #expect(UTF8Tail.length(of: [0xC3, 0x80, 0x80]) == 0)
    #expect(UTF8Tail.length(of: [0xFF]) == 0)
  }
}
