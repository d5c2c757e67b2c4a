import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ButtonRowsTests {
  /// Buttons a to e, of which b and d are in one group and c in another.
  private func rows(folded: Set<String> = []) -> Dashboard.ButtonRows {
    var state = Dashboard.State(title: "Test")
    state.buttons = [("a", nil), ("b", "Data"), ("c", "Site"), ("d", "Data"), ("e", nil)].map { id, group in
      Dashboard.Button(id: id, title: id) { $0.group = group }
    }
    state.foldedGroups = folded
    return state.rows
  }

  @Test func `buttons without a group come first, then each group below its heading`() {
    #expect(
      rows().rows == [
        .button(0), .button(4), .heading("Data", isFolded: false), .button(1), .button(3),
        .heading("Site", isFolded: false), .button(2),
      ])
    #expect(rows().row(ofButton: 3) == 4)
    #expect(rows().row(ofButton: 9) == nil)
  }

  @Test func `a folded group is its heading`() {
    let folded = rows(folded: ["Data", "Other"])
    #expect(
      folded.rows == [
        .button(0), .button(4), .heading("Data", isFolded: true), .heading("Site", isFolded: false),
        .button(2),
      ])
    #expect(folded.row(ofButton: 3) == 2)
    #expect(folded.foldedGroup(ofButton: 3) == "Data")
    #expect(folded.foldedGroup(ofButton: 2) == nil)
  }

  @Test func `the focus skips headings, but not those of folded groups`() {
    #expect(rows().button(from: 4, movedBy: 1) == 1)
    #expect(rows().button(from: 2, movedBy: 1) == 2)
    #expect(rows().button(from: 0, movedBy: -1) == 0)
    #expect(rows().button(from: 0, movedBy: 20) == 2)
    let folded = rows(folded: ["Data"])
    #expect(folded.button(from: 4, movedBy: 1) == 1)
    #expect(folded.button(from: 3, movedBy: 1) == 2)
  }

  @Test func `without buttons there are no rows`() {
    let rows = Dashboard.State(title: "Test").rows
    #expect(rows.rows.isEmpty && !rows.hasGroups)
    #expect(rows.button(from: 0, movedBy: 1) == nil)
  }
}
