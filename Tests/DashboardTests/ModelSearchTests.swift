import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelSearchTests {
  private let log: PanelWithLog

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { $0.isMultiple(of: 10) ? "Error \($0)" : "line \($0)" })
  }

  @Test func `the last match is shown and counted while the text is typed`() {
    log.press("/")
    log.type("err")
    #expect(
      log.picture == """
        ├─ Output of Build ───────────────── /err 4/4 · following ─┤
        │   line 37                                                │
        │   line 38                                                │
        │   line 39                                                │
        │   Error 40                                               │
        ╰──────────────────────────────────────────────────────────╯
         Search: err                     4/4  Enter keep  Esc leave
        """)
    #expect(log.marked == ["Err"])
    log.press("Enter")
    #expect(log.panel.state.prompt == nil)
    #expect(log.picture.contains("Enter next match  N previous  Esc end search"))
  }

  @Test func `a regular expression is searched for between slashes`() {
    log.press("/")
    log.type("/^err.*[12]0$/")
    #expect(log.marked == ["Error 20"])
    #expect(log.picture.contains("/^err.*[12]0$/ 2/2"))
  }

  @Test func `an invalid expression is said while it is typed, and finds nothing`() {
    log.press("/")
    log.type("/err(/")
    #expect(log.picture.contains("invalid expression"))
    #expect(log.marked == [])
    log.press("Backspace")
    #expect(!log.picture.contains("invalid expression"))
    #expect(log.panel.state.prompt?.mistake == nil)
  }

  @Test func `Ctrl-C closes the prompt without effect, and quits only then`() {
    log.press("/")
    log.type("err")
    log.press("Ctrl-C")
    #expect(log.panel.state.prompt == nil)
    #expect(log.panel.state.log?.search == nil)
    #expect(log.panel.requests.isEmpty)
    log.press("Ctrl-C")
    #expect(log.panel.requests == [.quit])
  }

  @Test func `N and Shift-N wrap around and show a message`() {
    log.press("/")
    log.type("error")
    log.press("Enter", "N")
    #expect(log.current == "Error 30")
    #expect(log.picture.contains("/error 3/4"))
    log.press("N", "N")
    #expect(log.current == "Error 10")
    #expect(log.message == nil)
    log.press("N")
    #expect(log.current == "Error 40")
    #expect(log.message == "From the end again, past the start")
    log.press("n")
    #expect(log.current == "Error 10")
    #expect(log.message == "From the start again, past the end")
    log.press("n")
    #expect(log.current == "Error 20")
  }

  @Test func `an upper-case letter matches only itself`() {
    log.print("an error of small letters")
    log.press("/")
    log.type("Error")
    #expect(log.panel.state.log?.search?.count == 4)
    log.press("Ctrl-U")
    log.type("error")
    #expect(log.panel.state.log?.search?.count == 5)
  }

  @Test func `in a scrolled log the search begins at the top of the view`() {
    log.press("Home", "Ctrl-E", "/")
    log.type("error")
    #expect(log.current == "Error 10")
    log.press("Esc")
    #expect(log.rows.first == "line 2")
    #expect(log.marked == [])
    #expect(log.panel.state.log?.search == nil)
  }

  @Test func `keys of the board insert text while the prompt is open`() {
    log.press("/", "b", "c", "q", "?", "n")
    #expect(log.panel.state.prompt?.field.text == "bcq?n")
    #expect(log.panel.button("build")?.phase == .idle)
    log.press("Backspace", "Left", "Del", "Ctrl-W")
    #expect(log.panel.state.prompt?.field.text == "")
    log.panel.model.handle(.paste("line 3\n"))
    #expect(log.panel.state.prompt?.field.text == "line 3 ")
  }

  @Test func `a search without matches shows a message`() {
    log.press("/")
    log.type("nowhere")
    #expect(log.picture.contains("/nowhere not found"))
    #expect(log.picture.contains("Search: nowhere           not found  Enter keep  Esc leave"))
    log.press("Enter", "n")
    #expect(log.message == "Not found")
    log.press("Esc", "n")
    #expect(log.message == "Nothing is searched for; / searches")
  }

  @Test func `the count grows with the output`() {
    log.press("/")
    log.type("error")
    log.press("Enter", "N")
    log.print("Error 41")
    #expect(log.panel.state.log?.search == .init("error", count: 5, current: 3))
    log.press("n", "n")
    #expect(log.current == "Error 41")
  }

  @Test func `Esc ends the search and Up restores its text`() {
    log.press("/")
    log.type("error")
    log.press("Enter", "Esc")
    #expect(log.marked == [])
    #expect(!log.picture.contains("/error"))
    log.press("/", "Up")
    #expect(log.panel.state.prompt?.field.text == "error")
    #expect(log.current == "Error 40")
  }

  @Test func `a filter hides lines that do not match`() {
    log.press("Ctrl-F")
    log.type("error")
    #expect(log.rows == ["Error 10", "Error 20", "Error 30", "Error 40"])
    #expect(log.picture.contains("4 of 40 lines match"))
    log.press("Enter")
    #expect(log.picture.contains("Esc show all"))
    log.print("line 41", "Error 42")
    #expect(log.rows == ["Error 20", "Error 30", "Error 40", "Error 42"])
    log.press("Home")
    #expect(log.rows.first == "Error 10")
    log.press("Esc")
    #expect(log.rows.first == "Error 10")
    #expect(log.rows.last == "line 13")
  }

  @Test func `a search is limited to the filter`() {
    log.press("Ctrl-F")
    log.type("error")
    log.press("Enter", "/")
    log.type("3")
    #expect(log.panel.state.log?.search == .init("3", count: 1, current: 1))
    log.press("Enter", "Esc", "Esc", "/")
    log.type("3")
    #expect(log.panel.state.log?.search?.count == 13)
  }

  @Test func `a filter without matches shows a message`() {
    log.press("Ctrl-F")
    log.type("nowhere")
    #expect(log.picture.contains("None of 40 lines matches"))
    log.press("Esc")
    #expect(log.rows.last == "Error 40")
  }

  @Test func `a match far into a wrapped line is scrolled into view`() throws {
    let log = try PanelWithLog(width: 30, height: 17)
    log.press("Ctrl-W")
    log.print(String(repeating: "x", count: 600) + " here")
    log.press("Home", "/")
    log.type("here")
    #expect(log.marked == ["here"])
  }

  @Test func `a match across two rows is highlighted in both`() throws {
    let log = try PanelWithLog(width: 30, height: 17)
    log.press("Ctrl-W")
    log.print(String(repeating: "x", count: 26) + "here")
    log.press("/")
    log.type("here")
    #expect(log.marked == ["he", "re"])
  }

  @Test func `a match that ends inside a character highlights the whole character`() {
    log.print("cafe\u{301} noir")
    log.press("/")
    log.type("cafe")
    #expect(log.marked == ["cafe\u{301}"])
  }
}
