import Foundation
import PseudoTerminal
import TerminalUI

/// What must be true of a panel whatever was done to it.
extension FuzzedPanel {
  /// Lets everything come to rest, and compares the picture with one that is drawn anew.
  func check() throws {
    terminal.resize(
      to: Size(width: max(20, terminal.screen.size.width), height: max(5, terminal.screen.size.height)))
    try board.changeBack()
    let isAtRest = try board.bringToRest()
    try answer()
    if hasEnded { return }
    if !isAtRest { throw Fault("a command does not end\n\(terminal.screen.text)") }
    // Whatever lies over the board hides its frame.
    for _ in 0..<3 {
      send([0x1B])
      try answer()
    }
    var shown: VTScreen
    repeat {
      try waitForRest()
      if hasEnded { return }
      shown = terminal.screen
      try answer()
      try waitForRest()
      if hasEnded { return }
      // What the panel says of the changed file goes with the key that asks for the new picture.
    } while shown.text.contains("Board reloaded")
    if !terminal.screen.showsSame(as: shown) {
      throw Fault("the picture was\n\(shown.text)\nand drawn anew it is\n\(terminal.screen.text)")
    }
    try checkFrame(of: terminal.screen)
    if let fault = terminal.screen.whatCameThrough { throw Fault(fault) }
    try board.letWork()
  }

  /// Nothing moves by itself any more: a spinner moves every 80 milliseconds, a time that counts every
  /// second.
  private func waitForRest() throws {
    var longest = 600
    while !hasEnded, !terminal.isSilent(for: .milliseconds(1_050)) {
      longest -= 1
      if longest == 0 { throw Fault("the picture does not come to rest\n\(terminal.screen.text)") }
      terminal.readAvailable()
    }
  }

  private func checkFrame(of screen: VTScreen) throws {
    guard screen.size.width >= 60, screen.size.height >= 16 else { return }
    let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let sides = rows[1..<(rows.count - 2)]
    let isWhole =
      "╭+".contains(rows[0].prefix(1)) && "╮+".contains(rows[0].suffix(1))
      && sides.allSatisfy { "│├|+".contains($0.prefix(1)) && "│┤|+".contains($0.suffix(1)) }
      && "╰+".contains(rows[rows.count - 2].prefix(1))
    if !isWhole { throw Fault("the frame is broken\n\(screen.text)") }
  }
}

extension VTScreen {
  /// What commands print is shown, and does nothing else to the terminal. Otherwise it is described here.
  var whatCameThrough: String? {
    let ours: Set<Int> = [1, 7, 12, 25, 1000, 1002, 1006, 1049, 2004]
    let strange = touchedModes.subtracting(ours)
    if !strange.isEmpty { return "modes \(strange.sorted()) were switched" }
    if !unknownSequences.isEmpty { return "unknown sequences: \(unknownSequences)" }
    if !title.isEmpty { return "the title is \(title)" }
    return bellCount > 0 ? "the bell rang" : nil
  }
}
