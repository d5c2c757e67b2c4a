import PseudoTerminal
import TestSupport
import Testing

/// Programs that do with their terminal whatever they like: none of it reaches the terminal of the user.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HostileProgramTests {
  /// What a program does, and what the output shows of it.
  private static let programs: [(script: String, shown: String)] = [
    ("stty raw -echo <&1; echo set; kill -9 $$", "set"),
    (
      #"printf '\033[?1049h\033[?1003h\033[?2004h\033]0;title\007\033[2J\033[9999;9999Hx'; kill -9 $$"#,
      "draws on the whole screen"
    ),
    (#"printf '\033[99999A\033[99999C\033[99999B\033[99999D\033[99999;99999Hfar\n'"#, "far"),
    (#"printf '\033P%s\033\\\033_%s\033\\\033^%s\033\\' a b c; printf '\033[>4;2m\033=\033(0lqk\n'"#, "lqk"),
    (#"printf '\033[6n\033[c\033[5n\033Z'; read -t 1 answer <&1; echo asked"#, "asked"),
    ("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo done", "done"),
    (#"head -c 300000 /dev/urandom; printf '\033c\nrandom\n'"#, "random"),
    ("exec >&- 2>&-; sleep 0.1", "succeeded"),
    ("(trap '' HUP; setsid sleep 0.5) & echo left", "left"),
  ]

  @Test(arguments: programs.indices) func `the panel stays as it is`(index: Int) throws {
    let (script, shown) = Self.programs[index]
    let sandbox = try Sandbox(
      "actions:\n  wild: { key: w, run: [bash, wild.sh] }\n  other: { key: o, run: echo fine }\n")
    try sandbox.write(script + "\n", to: "wild.sh")
    let panel = try sandbox.panel()
    panel.send("w")
    try panel.waitFor(shown)
    try panel.waitUntil("the end") { !$0.text.contains("● running") }
    panel.send("o")
    try panel.waitFor("  fine")
    try panel.waitFor("✓ succeeded after")
    #expect(panel.screen.title == "")
    #expect(panel.screen.text.hasPrefix("╭─ "))
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
  }

  /// What a program does while somebody has entered it, before it ends.
  private static let entered = [
    "stty raw -echo; kill -9 $$",
    #"printf '\033[?1049h\033[?1003h\033[?2004h\033[?25l\033=\033]0;title\007\033[31m\033['; kill -9 $$"#,
    #"printf '\033[99999A\033[99999C\033[99999B\033[99999D\033[99999;99999Hfar\033[5;2r'"#,
    #"printf '\033]0;title'; kill -9 $$"#,
    #"printf '\033]0;title\nmore'; kill -9 $$"#,
    #"printf '\033Pdata\n'; kill -9 $$"#,
    #"printf '\033Pdata\033[m more'; kill -9 $$"#,
    #"printf '\033[?1003\nh\033[?25\r\nl'; kill -9 $$"#,
    "exec >&- 2>&- <&-; sleep 0.1",
    "(trap '' HUP; setsid sleep 0.5) &",
    "stty -echo; printf 'Password: '; kill -9 $$",
    "head -c 3000000 /dev/zero | tr '\\0' x",
  ]

  private func enteredPanel(_ script: String) throws -> (Sandbox, PseudoTerminal) {
    let sandbox = try Sandbox(
      "actions:\n  wild: { key: w, terminal: full, run: [bash, wild.sh] }\n  other: { key: o, run: echo fine }\n"
    )
    try sandbox.write(script + "\n", to: "wild.sh")
    let panel = try sandbox.panel()
    panel.send("w")
    try panel.waitFor("ready 1")
    try panel.waitFor("Ctrl-] leaves")
    panel.send("w")
    try panel.waitUntil("the program") { !$0.text.contains("╭─") && $0.text.contains("ready 1") }
    return (sandbox, panel)
  }

  private func expectUnharmed(_ panel: PseudoTerminal) throws {
    panel.send("o")
    try panel.waitFor("  fine")
    try panel.waitFor("✓ succeeded after")
    #expect(panel.screen.text.hasPrefix("╭─ "))
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
  }

  @Test(arguments: entered) func `the panel comes back from what was entered`(script: String) throws {
    let (sandbox, panel) = try enteredPanel("echo ready 1; read line; \(script)")
    panel.send("\r")
    try panel.waitFor("╭─ ")
    try panel.waitUntil("the end") { !$0.text.contains("● running") }
    try expectUnharmed(panel)
    withExtendedLifetime(sandbox) {}
  }

  @Test func `a program that never reads what is typed can be left`() throws {
    let (sandbox, panel) = try enteredPanel("stty raw -echo; printf 'ready 1\\r\\n'; exec sleep 1000")
    for _ in 0..<300 { panel.send(String(repeating: "x", count: 1_000)) }
    panel.send("\u{1D}")
    try panel.waitFor("╭─ ")
    #expect(panel.screen.text.contains("● running"))
    panel.send("\u{1B}[3~")
    try panel.waitFor("Cancel")
    panel.send("y")
    try panel.waitFor("■ cancelled")
    try expectUnharmed(panel)
    withExtendedLifetime(sandbox) {}
  }
}
