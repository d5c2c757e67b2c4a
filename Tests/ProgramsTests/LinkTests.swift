import TerminalUI
import Testing

@testable import Programs

/// Parts of lines that programs make links (OSC 8). `\e` stands for the escape character, `\a` for BEL.
@Suite(.timeLimit(.minutes(15))) struct LinkTests {
  private func links(_ output: String) -> [String] {
    let text = output.replacing("\\e", with: "\u{1B}").replacing("\\a", with: "\u{7}")
    return ShownLines(text).lines.flatMap { line in
      line.links.map { link in
        let part = String(decoding: Array(line.text.utf8)[link.range], as: UTF8.self)
        return "\(part)=\(link.address)"
      }
    }
  }

  @Test(arguments: ["\\a", "\\e\\", "\u{9C}"])
  func `the text between two commands is a link`(end: String) {
    #expect(links("see \\e]8;;https://a.org/\(end)here\\e]8;;\(end) or there\n") == ["here=https://a.org/"])
    #expect(links("\\e]8;id=7;http://a.org/?x;y\(end)é\\e]8;;\(end)\n") == ["é=http://a.org/?x;y"])
  }

  @Test func `styles within a link do not divide it, and another address does`() {
    #expect(
      links("\\e]8;;http://a\\aone \\e[1mtwo\\e[m\\e]8;;http://b\\athree\n") == [
        "one two=http://a", "three=http://b",
      ])
    #expect(links("\\e]8;;http://a\\aone\ntwo\\e]8;;\\a\n") == ["one=http://a", "two=http://a"])
  }

  @Test func `a link goes with its text`() {
    #expect(links("\\e]8;;http://a\\aabcdef\\e]8;;\\a\rxy\n") == ["cdef=http://a"])
    #expect(links("\\e]8;;http://a\\aabcdef\\e]8;;\\a\\e[3D\\e[K\n") == ["abc=http://a"])
    #expect(links("\\e]8;;http://a\\aabcdef\\e]8;;\\a\r\\e[Kno\n").isEmpty)
    #expect(links("\\e]8;;http://a\\aone\\e]8;;\\a\ntwo\n\\e[2A\\e[2Kx\n\n") == [])
    #expect(links("\\e]8;;http://a\\aone\\ectwo\n") == ["one=http://a"])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "mailto:a@b", "http://", "HTTP://a", "--help", "http://a b",
    "http://é", "x", "https://a/" + String(repeating: "b", count: 2_500),
  ])
  func `what is no address of the web is no link`(address: String) {
    #expect(links("\\e]8;;\(address)\\ahere\\e]8;;\\a\n").isEmpty)
    #expect(ShownLines("\u{1B}]8;;\(address)\u{7}here\n").texts == ["here"])
    // It also ends the link before it.
    #expect(links("\\e]8;;http://a\\aone\\e]8;;\(address)\\atwo\n") == ["one=http://a"])
  }

  @Test(arguments: [
    "\\e]0;8;;http://a\\a", "\\eP8;;http://a\\e\\\\", "\\e]8;http://a\\a", "\\e]8;;http://a\\e[m",
    "\\e]8;;http://a\u{18}",
    "\\e]8;;http://a\n", "\\e]88;;http://a\\a",
  ])
  func `no other sequence begins one`(sequence: String) {
    #expect(links("\(sequence)here\n").isEmpty)
  }

  @Test(arguments: ["\n", "\\e(\\", "\\e[m", "\u{18}"])
  func `a command that something else has ended is not performed when another one ends`(end: String) {
    #expect(links("\\e]8;;http://a\\e\(end)x\\e\\here\n").isEmpty)
  }

  @Test func `thousands of addresses on one screen lose only the oldest`() {
    let output = (0..<2_000).map { "\\e]8;;http://a/\($0)\\ax\\e]8;;\\a" }.joined()
    let found = links(output + "\n")
    #expect(found.last == "x=http://a/1999")
    #expect(found.count >= 256 && found.count <= 512, "\(found.count)")
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 != $1 })
    #expect(found == (2_000 - found.count..<2_000).map { "x=http://a/\($0)" })
  }

  @Test func `a line names its file, or else its link, or else the address in its text`() {
    func target(_ text: String, _ link: String?) -> OutputPlace.Target? {
      var line = OutputLine(text)
      line.links = link.map { [OutputLink(range: 0..<2, address: $0)] } ?? []
      return OutputPlace(in: line)?.target
    }
    #expect(target("a.c:7: error [-Wx]", "http://doc") == .file("a.c", line: 7, column: nil))
    #expect(target("see http://text", "http://doc") == .address("http://doc"))
    #expect(target("see http://text", nil) == .address("http://text"))
    // A line that was changed by who has sent it.
    #expect(target("x", "http://doc") == nil)
  }
}
