import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(5))) struct ActionTableTests {
  private let table = ActionTable(rows: [
    .init(keys: "b", id: "build", title: "", state: "idle", reason: ""),
    .init(keys: "D", id: "deploy", title: "日本", state: "locked", reason: "needs build.succeeded"),
  ])

  @Test func columnsAreAligned() {
    #expect(
      table.lines(hasHeader: true, ink: Ink(hasColor: false)).joined(separator: "\n") == """
        Key  Action  Title  State   Why not
        b    build          idle
        D    deploy  日本   locked  needs build.succeeded
        """)
  }

  @Test func withoutAHeaderColumnsAreNarrower() {
    #expect(table.lines(hasHeader: false, ink: Ink(hasColor: false))[0] == "b  build         idle")
  }

  @Test func withColoursTheHeaderIsBoldAndWhatIsLockedIsDim() {
    let lines = table.lines(hasHeader: true, ink: Ink(hasColor: true))
    #expect(lines[0].hasPrefix("\u{1B}[1mKey"))
    #expect(lines[1].hasPrefix("b "))
    #expect(lines[2].hasPrefix("\u{1B}[2mD"))
  }
}
