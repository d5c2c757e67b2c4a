import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct DividerTests {
  @Test func `a framed divider connects to the sides of the frame`() {
    let divider = Divider(title: "Actions", ends: .joints, glyphs: .unicode)
    #expect(picture(of: divider, 20).text == "├─ Actions ────────┤")
  }

  @Test func `a remark is at the right`() {
    let divider = Divider(title: "Output", remark: "1-4 of 9", ends: .free, glyphs: .ascii)
    #expect(picture(of: divider, 30).text == "-- Output -------- 1-4 of 9 --")
    #expect(picture(of: divider, 14).text == "-- Output ----")
  }
}
