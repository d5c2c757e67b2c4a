import Dashboard
import TerminalUI
import Testing

/// Pictures of boards at very small sizes.
@Suite(.timeLimit(.minutes(15))) struct SmallBoardTests {
  private func picture(_ state: Dashboard.State, _ width: Int, _ height: Int) -> String {
    Dashboard.view(state, size: Size(width: width, height: height)).text
  }

  @Test func `on the smallest board the activity replaces the title, and three buttons are visible`() {
    #expect(
      picture(Scene.running(), 20, 5) == """
        ⠹ Reading…  ▕▋▏  64%
        ▸ t  Load ti… ●  64%
          w  Ask for… ● 4 s
          s  Test si… ✓
        ? help  q quit
        """)
  }

  @Test func `on the smallest board an error replaces the title`() {
    #expect(
      picture(Scene.failing(), 20, 5) == """
        ✗ signals: Signal 7…
          t  Load ti… ●  64%
          w  Ask for… ● 4 s
        ▸ s  Test si… ✗
        ? help  q quit
        """)
  }

  @Test func `questions and help fit the smallest board`() {
    #expect(
      picture(Scene.askingToCancel(), 20, 5) == """
        ╭─ Cancel Load ti…─╮
        │   y Cancel it    │
        │ ▸ n Let it run   │
        ╰──────────────────╯
        Enter answer
        """)
    #expect(
      picture(Scene.help(focus: 7), 20, 5) == """
        ╭─ Keys ───────────╮
        │   R      restart │
        │ ▸ Del    cancel  │
        ╰──────────────────╯
        Enter do it
        """)
  }

  @Test func `a small board has every part`() {
    #expect(
      picture(Scene.failing(), 40, 12) == """
        Demo network       ⠹ 3 · ● 2 · ✗ 3 · ⊘ 2
        ⠹ Reading the t…  ▕█████▊   ▏  64%  12 s
          t   Load timetab…  ● running     64%
          w   Ask for weat…  ● running    4 s
        ▸ s   Test signals   ✗ failed     3.2 s
          r   Set route      ⊘ locked
          F5  Depart         ⊘ locked
        ── ✗ signals: Signal 7 does not answe…──
        ── Output of Test signals ──────────────
          signal 7: no answer within 3 s
        • exit 1
        Enter press  x dismiss │ ? help  q quit
        """)
  }

  @Test func `help on a small board scrolls`() {
    #expect(
      picture(Scene.help(focus: 9), 40, 12) == """
        ╭─ Keys ───────────────────────────────╮
        │ ↑ 3 more                             │
        │   f      find                        │
        │   Tab    output                      │
        │   /      search                      │
        │   R      restart                     │
        │   Del    cancel                      │
        │   Ctrl-R runs                        │
        │ ▸ e      errors                      │
        │ ↓ 62 more                            │
        ╰──────────────────────────────────────╯
        Enter do it  a-z find  Esc close
        """)
  }
}
