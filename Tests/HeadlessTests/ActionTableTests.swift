import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct ActionTableTests {
  private let table = ActionTable(rows: [
    .init(keys: "b", id: "build", title: "", state: "idle", reason: ""),
    .init(keys: "D", id: "deploy", title: "日本", state: "locked", reason: "needs build.succeeded"),
  ])

  @Test func `columns are aligned`() {
    #expect(
      table.lines(hasHeader: true, ink: Ink(hasColor: false)).map(\.string).joined(separator: "\n") == """
        Key  Action  Title  State   Why not
        b    build          idle
        D    deploy  日本   locked  needs build.succeeded
        """)
  }

  @Test(.timeLimit(.minutes(15)))
  func `texts of the board are safe to show and stay in their columns`() {
    let table = ActionTable(rows: [
      .init(keys: "", id: "a", title: "\u{1B}]0;x\u{7}", state: "idle", reason: "needs b == \"\u{202E}\""),
      .init(keys: "", id: "b", title: "Title", state: "idle", reason: ""),
    ])
    #expect(
      table.lines(hasHeader: false, ink: Ink(hasColor: false)) == [
        #"  a  �]0;x�  idle  needs b == "�""#, "  b  Title   idle",
      ])
  }

  @Test func `a failure has a column if there is one`() {
    let table = ActionTable(rows: [
      .init(keys: "", id: "a", title: "", state: "failed", failure: "exit code 3", reason: ""),
      .init(keys: "", id: "b", title: "", state: "locked", reason: "needs a.succeeded"),
    ])
    #expect(
      table.lines(hasHeader: true, ink: Ink(hasColor: false)).map(\.string) == [
        "Key  Action  Title  State   Failure      Why not", "     a              failed  exit code 3",
        "     b              locked               needs a.succeeded",
      ])
  }

  @Test func `descriptions have a column if there are any`() {
    let table = ActionTable(rows: [
      .init(keys: "b", id: "build", title: "", state: "idle", summary: "Compiles", reason: ""),
      .init(keys: "", id: "c", title: "", state: "idle", reason: ""),
    ])
    #expect(
      table.lines(hasHeader: true, ink: Ink(hasColor: false)).map(\.string) == [
        "Key  Action  Title  Description  State  Why not", "b    build          Compiles     idle",
        "     c                           idle",
      ])
  }

  @Test func `without a header columns are narrower`() {
    #expect(table.lines(hasHeader: false, ink: Ink(hasColor: false))[0] == "b  build         idle")
  }

  @Test func `with colours the header is bold and locked actions are dim`() {
    let lines = table.lines(hasHeader: true, ink: Ink(hasColor: true))
    #expect(lines[0].string.hasPrefix("\u{1B}[1mKey"))
    #expect(lines[1].string.hasPrefix("b "))
    #expect(lines[2].string.hasPrefix("\u{1B}[2mD"))
  }
}
