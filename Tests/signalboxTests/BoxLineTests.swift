import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct BoxLineTests {
  @Test func `boxes that cannot be reached are one line`() {
    #expect(BoxLine.failure([]) == nil)
    #expect(BoxLine.failure([("/a.yml", "it does not answer")]) == "/a.yml: it does not answer")
    #expect(
      BoxLine.failure([("/a.yml", "it does not answer"), ("/b.yml", "refused")])
        == "2 boxes cannot be reached: /a.yml (it does not answer) and /b.yml (refused)")
    let many = (1...99).map { (board: "/\($0).yml", reason: "refused") }
    #expect(
      BoxLine.failure(many)
        == "99 boxes cannot be reached: /1.yml (refused), /2.yml (refused), /3.yml (refused), /4.yml (refused) and 95 others"
    )
  }
}
