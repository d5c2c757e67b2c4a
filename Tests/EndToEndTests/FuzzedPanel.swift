import Foundation
import Fuzzing
import PseudoTerminal
import TerminalUI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The real panel on a terminal, alone or below a shell with job control, to which anything can be done.
final class FuzzedPanel {
  /// What should not have happened, for a person to read.
  struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  let board: FuzzBoard
  let terminal: PseudoTerminal
  let hasShell: Bool
  let processIdentifier: Int32
  /// How this kind of terminal is cleared, as it is when everything is drawn anew.
  private let clear: String
  /// True once the panel has ended: to be quit by what is typed or clicked is its good right.
  private(set) var hasEnded = false
  private(set) var typedCount = 0

  init(_ chance: inout SeededGenerator) throws {
    board = try FuzzBoard(&chance)
    hasShell = chance.oneIn(2)
    let name = chance.pick(["xterm-256color", "xterm-256color", "xterm", "screen-256color", "tmux-256color"])
    clear = name.hasPrefix("xterm") ? "\u{1B}[H\u{1B}[2J" : "\u{1B}[H\u{1B}[J"
    let environment = [
      "TERM": name,
      "LC_ALL": chance.oneIn(5) ? "C" : "C.UTF-8", "NO_COLOR": chance.oneIn(5) ? "1" : "",
      "TMPDIR": board.sandbox.directory,
      // Other programs would wait for keys in the place of the panel.
      "PAGER": "true", "VISUAL": "true", "EDITOR": "true",
    ]
    let script = """
      sh -c 'echo $$ > pid; exec "$SIGNALBOX"'; code=$?
      while [ $code -eq 148 ]; do echo stopped; read line; fg > fg; code=$?; done
      echo ended $code
      """
    terminal =
      try hasShell
      ? board.sandbox.script(script, hasJobControl: true, environment: environment)
      : board.sandbox.start(chance.oneIn(6) ? ["--read-only"] : [], environment: environment)
    try terminal.waitUntil("the first picture") { $0.isKeypadApplication && $0.text.contains("quit") }
    if hasShell {
      let text = try board.sandbox.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)
      // Other numbers would send signals to more than one process.
      guard let number = Int32(text), number > 1 else { throw Fault("no process number in \(text)") }
      processIdentifier = number
    } else {
      processIdentifier = terminal.processIdentifier
    }
  }

  func play(_ action: FuzzAction) throws {
    if hasEnded { return }
    switch action {
    case .type(let input): send(input.bytes)
    case .paste(let count): try paste(count)
    case .resize(let size): terminal.resize(to: size)
    case .signal(let number): signal(number)
    case .stop(let typed): if !hasShell { stop(typed) }
    case .suspend(let bySignal, let size): try suspend(bySignal: bySignal, size)
    case .changeBoard(let seed):
      var chance = SeededGenerator(seed: seed)
      try board.change(&chance)
    case .listen(let milliseconds): _ = terminal.isSilent(for: .milliseconds(milliseconds))
    case .check: try check()
    }
    terminal.readAvailable()
    noteEnd()
  }

  func send(_ bytes: [UInt8]) {
    typedCount += bytes.count
    terminal.send(bytes)
  }

  func signal(_ signal: Int32) { kill(processIdentifier, signal) }

  private func paste(_ count: Int) throws {
    // What was typed or clicked before the paste may quit the panel, so that has to be read first. One answer
    // does not show that it was: a picture drawn for another reason, such as a new size, looks like one.
    for _ in 0..<3 { try answer() }
    if hasEnded { return }
    let line = Array("qy\rqy ".utf8)
    let text = Array(repeatElement(line, count: count / line.count + 1).joined())
    send(Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8))
    try answer()
    if hasEnded { throw Fault("a paste has ended the panel: \(howItEnded)") }
  }

  private var howItEnded: String {
    let outcome = try? terminal.waitForEnd(timeout: .seconds(30))
    return "\(outcome.map { "\($0)" } ?? "its shell goes on")\n\(terminal.screen.text)"
  }

  private func stop(_ typed: [UInt8]) {
    signal(SIGSTOP)
    send(typed)
    signal(SIGCONT)
  }

  /// Without a shell that waits for it, a process cannot stop, and goes on at once.
  private func suspend(bySignal: Bool, _ size: Size?) throws {
    // What waits to be read would otherwise be read by the shell.
    try answer()
    if hasEnded { return }
    let start = terminal.output.count
    if bySignal { signal(SIGTSTP) } else { send([0x1A]) }
    guard hasShell else { return }
    try waitForOutput("stopped", since: start)
    if !terminal.leftChanged.isEmpty { throw Fault("stopped, but \(terminal.leftChanged)") }
    if let size { terminal.resize(to: size) }
    send([0x0D])
    try terminal.waitUntil("the panel again") { $0.isAlternate && $0.isKeypadApplication }
  }

  /// Waits until the panel has read all that was typed, and has drawn anew.
  func answer() throws {
    // What was sent may have left a sequence or a paste open.
    send(Array("\u{1B}\\\u{1B}[201~".utf8))
    let start = terminal.output.count
    send([0x0C])
    try waitForOutput(clear, since: start)
  }

  /// Waits for bytes in what was written after a moment, or for the end of the panel.
  func waitForOutput(_ text: String, since start: Int) throws {
    let wanted = Data(text.utf8)
    var searched = start
    do {
      try terminal.waitUntil(text.debugDescription) { _ in
        noteEnd()
        let rest = terminal.output[max(start, searched - wanted.count)...]
        searched = terminal.output.count
        return hasEnded || Data(rest).range(of: wanted) != nil
      }
    } catch {
      noteEnd()
      if !hasEnded { throw Fault("no answer: \(error)\n\(condition)") }
    }
  }

  private var condition: String {
    let status = try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
    return status?.split(separator: "\n").prefix(3).joined(separator: " ") ?? "no such process"
  }

  private func noteEnd() {
    if hasEnded { return }
    hasEnded = hasShell ? kill(processIdentifier, 0) != 0 : terminal.hasEnded
  }

  /// Private memory in kilobytes; 0 where the system does not tell.
  var memory: Int {
    let status = try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
}
