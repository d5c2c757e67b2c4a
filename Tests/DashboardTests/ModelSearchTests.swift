import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelSearchTests {
  private let desk: LogDesk

  init() throws {
    desk = try LogDesk()
    desk.print((1...40).map { $0.isMultiple(of: 10) ? "Error \($0)" : "line \($0)" })
  }

  @Test func `the last match is shown and counted while the text is typed`() {
    desk.press("/")
    desk.type("err")
    #expect(
      desk.picture == """
        ├─ Output of Build ───────────────── /err 4/4 · following ─┤
        │   line 37                                                │
        │   line 38                                                │
        │   line 39                                                │
        │   Error 40                                               │
        ╰──────────────────────────────────────────────────────────╯
         Search: err                     4/4  Enter keep  Esc leave
        """)
    #expect(desk.marked == ["Err"])
    desk.press("Enter")
    #expect(desk.panel.state.prompt == nil)
    #expect(desk.picture.contains("Enter next match  N previous  Esc end search"))
  }

  @Test func `a regular expression is searched for between slashes`() {
    desk.press("/")
    desk.type("/^err.*[12]0$/")
    #expect(desk.marked == ["Error 20"])
    #expect(desk.picture.contains("/^err.*[12]0$/ 2/2"))
  }

  @Test func `an invalid expression is said while it is typed, and finds nothing`() {
    desk.press("/")
    desk.type("/err(/")
    #expect(desk.picture.contains("invalid expression"))
    #expect(desk.marked == [])
    desk.press("Backspace")
    #expect(!desk.picture.contains("invalid expression"))
    #expect(desk.panel.state.prompt?.mistake == nil)
  }

  @Test func `Ctrl-C closes the prompt without effect, and quits only then`() {
    desk.press("/")
    desk.type("err")
    desk.press("Ctrl-C")
    #expect(desk.panel.state.prompt == nil)
    #expect(desk.panel.state.log?.search == nil)
    #expect(desk.panel.requests.isEmpty)
    desk.press("Ctrl-C")
    #expect(desk.panel.requests == [.quit])
  }

  @Test func `N and Shift-N wrap around and show a message`() {
    desk.press("/")
    desk.type("error")
    desk.press("Enter", "N")
    #expect(desk.current == "Error 30")
    #expect(desk.picture.contains("/error 3/4"))
    desk.press("N", "N")
    #expect(desk.current == "Error 10")
    #expect(desk.message == nil)
    desk.press("N")
    #expect(desk.current == "Error 40")
    #expect(desk.message == "From the end again, past the start")
    desk.press("n")
    #expect(desk.current == "Error 10")
    #expect(desk.message == "From the start again, past the end")
    desk.press("n")
    #expect(desk.current == "Error 20")
  }

  @Test func `an upper-case letter matches only itself`() {
    desk.print("an error of small letters")
    desk.press("/")
    desk.type("Error")
    #expect(desk.panel.state.log?.search?.count == 4)
    desk.press("Ctrl-U")
    desk.type("error")
    #expect(desk.panel.state.log?.search?.count == 5)
  }

  @Test func `in a scrolled log the search begins at the top of the view`() {
    desk.press("Home", "Ctrl-E", "/")
    desk.type("error")
    #expect(desk.current == "Error 10")
    desk.press("Esc")
    #expect(desk.rows.first == "line 2")
    #expect(desk.marked == [])
    #expect(desk.panel.state.log?.search == nil)
  }

  @Test func `keys of the board insert text while the prompt is open`() {
    desk.press("/", "b", "c", "q", "?", "n")
    #expect(desk.panel.state.prompt?.field.text == "bcq?n")
    #expect(desk.panel.button("build")?.phase == .idle)
    desk.press("Backspace", "Left", "Del", "Ctrl-W")
    #expect(desk.panel.state.prompt?.field.text == "")
    desk.panel.model.handle(.paste("line 3\n"))
    #expect(desk.panel.state.prompt?.field.text == "line 3 ")
  }

  @Test func `a search without matches shows a message`() {
    desk.press("/")
    desk.type("nowhere")
    #expect(desk.picture.contains("/nowhere not found"))
    #expect(desk.picture.contains("Search: nowhere           not found  Enter keep  Esc leave"))
    desk.press("Enter", "n")
    #expect(desk.message == "Not found")
    desk.press("Esc", "n")
    #expect(desk.message == "Nothing is searched for; / searches")
  }

  @Test func `the count grows with the output`() {
    desk.press("/")
    desk.type("error")
    desk.press("Enter", "N")
    desk.print("Error 41")
    #expect(desk.panel.state.log?.search == .init("error", count: 5, current: 3))
    desk.press("n", "n")
    #expect(desk.current == "Error 41")
  }

  @Test func `Esc ends the search and Up restores its text`() {
    desk.press("/")
    desk.type("error")
    desk.press("Enter", "Esc")
    #expect(desk.marked == [])
    #expect(!desk.picture.contains("/error"))
    desk.press("/", "Up")
    #expect(desk.panel.state.prompt?.field.text == "error")
    #expect(desk.current == "Error 40")
  }

  @Test func `a filter hides lines that do not match`() {
    desk.press("Ctrl-F")
    desk.type("error")
    #expect(desk.rows == ["Error 10", "Error 20", "Error 30", "Error 40"])
    #expect(desk.picture.contains("4 of 40 lines match"))
    desk.press("Enter")
    #expect(desk.picture.contains("Esc show all"))
    desk.print("line 41", "Error 42")
    #expect(desk.rows == ["Error 20", "Error 30", "Error 40", "Error 42"])
    desk.press("Home")
    #expect(desk.rows.first == "Error 10")
    desk.press("Esc")
    #expect(desk.rows.first == "Error 10")
    #expect(desk.rows.last == "line 13")
  }

  @Test func `a search is limited to the filter`() {
    desk.press("Ctrl-F")
    desk.type("error")
    desk.press("Enter", "/")
    desk.type("3")
    #expect(desk.panel.state.log?.search == .init("3", count: 1, current: 1))
    desk.press("Enter", "Esc", "Esc", "/")
    desk.type("3")
    #expect(desk.panel.state.log?.search?.count == 13)
  }

  @Test func `a filter without matches shows a message`() {
    desk.press("Ctrl-F")
    desk.type("nowhere")
    #expect(desk.picture.contains("None of 40 lines matches"))
    desk.press("Esc")
    #expect(desk.rows.last == "Error 40")
  }

  @Test func `a match far into a wrapped line is scrolled into view`() throws {
    let desk = try LogDesk(width: 30, height: 17)
    desk.press("Ctrl-W")
    desk.print(String(repeating: "x", count: 600) + " here")
    desk.press("Home", "/")
    desk.type("here")
    #expect(desk.marked == ["here"])
  }

  @Test func `a match across two rows is highlighted in both`() throws {
    let desk = try LogDesk(width: 30, height: 17)
    desk.press("Ctrl-W")
    desk.print(String(repeating: "x", count: 26) + "here")
    desk.press("/")
    desk.type("here")
    #expect(desk.marked == ["he", "re"])
  }

  @Test func `a match that ends inside a character highlights the whole character`() {
    desk.print("cafe\u{301} noir")
    desk.press("/")
    desk.type("cafe")
    #expect(desk.marked == ["cafe\u{301}"])
  }
}
