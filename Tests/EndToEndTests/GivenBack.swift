import PseudoTerminal
import Testing

extension PseudoTerminal {
  /// What a program has left otherwise than it was before it started: modes of the terminal and settings of
  /// its line. Empty if nothing.
  var leftChanged: [String] {
    var changes = screen.leftChanged
    if !screen.unknownSequences.isEmpty { changes.append("unknown sequences: \(screen.unknownSequences)") }
    if lineSettings != initialLineSettings { changes.append("the line is set up otherwise") }
    return changes
  }
}

/// Modes and line settings are those from before the program, which had changed them.
func expectGivenBack(_ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(terminal.leftChanged == [], sourceLocation: sourceLocation)
  #expect(
    terminal.screen.touchedModes.isSuperset(of: [25, 1000, 1002, 1006, 1049, 2004]),
    sourceLocation: sourceLocation)
}
