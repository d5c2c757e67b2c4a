import TerminalUI
import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct WidthQuestionTests {
  private func answer(_ columns: Int...) -> WidthQuestion {
    var question = WidthQuestion()
    for column in columns {
      if let report = CursorReport(parameters: Array("24;\(column)".utf8), final: UInt8(ascii: "R")) {
        question.take(report)
      }
    }
    return question
  }

  @Test func `what takes two columns is drawn whole`() {
    #expect(answer(3, 3, 3).answer == [.flags, .joined, .toned])
    #expect(answer(3, 5, 5).answer == .flags)
    #expect(answer(5, 3, 5).answer == .joined)
    #expect(answer(2, 5, 3).answer == .toned)
    #expect(answer(1, 2, 4).answer == [])
  }

  @Test func `it is answered by one report for each kind`() {
    #expect(!answer(3, 3).isAnswered)
    #expect(answer(3, 3).answer == [.flags, .joined])
    #expect(answer(3, 5, 5, 3, 3).isAnswered)
    #expect(answer(3, 5, 5, 3, 3).answer == .flags)
  }

  @Test func `the question leaves cursor and style as they were`() {
    let text = String(decoding: WidthQuestion.bytes(inRow: 23), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}7") && text.hasSuffix("\u{1B}[m\u{1B}[2K\u{1B}8"))
    #expect(text.components(of: "\u{1B}[6n") == 3)
    #expect(text.components(of: "\u{1B}[24;1H\u{1B}[8m") == 3)
  }

  @Test(arguments: ["", ";", "1", "1;", ";3", "0;3", "1;0", "1;2;3", "-1;3", "x;3", "1;2x"])
  func `other parameters are no report`(parameters: String) {
    #expect(CursorReport(parameters: Array(parameters.utf8), final: UInt8(ascii: "R")) == nil)
  }

  @Test func `a report presses no key and is taken once`() {
    var decoder = KeyDecoder()
    let units = Array("a\u{1B}[24;3Rb\u{1B}[24;5R".utf8).map(InputUnit.byte)
    #expect(decoder.decode(units) == [.key(.character("a")), .key(.character("b"))])
    #expect(decoder.takeReports().map(\.column) == [3, 5])
    #expect(decoder.takeReports().isEmpty)
  }

  @Test func `reports without end are not kept`() {
    var decoder = KeyDecoder()
    let units = Array(String(repeating: "\u{1B}[24;3R", count: 5_000).utf8).map(InputUnit.byte)
    #expect(decoder.decode(units).isEmpty)
    #expect(decoder.takeReports().count < 100)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
