import TerminalUI

extension Dashboard.KeyMap {
  /// The keys for reading the output.
  static let logBindings: [Binding] = [
    Binding(
      keys: [.pageUp], command: .scrollBack, word: "scroll",
      description: "Scroll the output back"),
    Binding(
      keys: [.pageDown], command: .scrollForward, word: "scroll",
      description: "Scroll the output forward"),
    Binding(
      keys: [.control("y")], command: .scrollLineBack, word: "line up",
      description: "Scroll the output back by a line"),
    Binding(
      keys: [.control("e")], command: .scrollLineForward, word: "line down",
      description: "Scroll the output forward by a line"),
    Binding(
      keys: [.home], command: .showLogStart, word: "start",
      description: "Show the start of the output"),
    Binding(
      keys: [.end], command: .followLog, word: "follow",
      description: "Follow the end of the output"),
    Binding(
      keys: [.control("o")], command: .previousRun, word: "previous run",
      description: "Show where the previous run began"),
    Binding(
      keys: [.control("n")], command: .nextRun, word: "next run",
      description: "Show where the next run began"),
    Binding(
      keys: [.character("/")], command: .search, word: "search",
      description: "Search the output: a text, or /regular expression/"),
    Binding(
      keys: [.character("n")], command: .nextMatch, word: "next match",
      description: "Show the next match"),
    Binding(
      keys: [.character("N")], command: .previousMatch, word: "previous",
      description: "Show the previous match"),
    Binding(
      keys: [.character("F")], command: .searchAll, word: "search all",
      description: "Search the outputs of all actions"),
    Binding(
      keys: [.character("L")], command: .allLogs, word: "all logs",
      description: "Show the outputs of all services as one"),
    Binding(
      keys: [.control("f")], command: .filter, word: "filter",
      description: "Show only lines with a text"),
    Binding(
      keys: [.control("w")], command: .wrap, word: "wrap",
      description: "Wrap long lines of the output, or cut them"),
    Binding(
      keys: [.character("z")], command: .zoom, word: "zoom",
      description: "Give the output the whole screen, and back"),
    Binding(
      keys: [.character("+")], command: .enlargeOutput, word: "enlarge",
      description: "Enlarge the output"),
    Binding(
      keys: [.character("-")], command: .reduceOutput, word: "reduce",
      description: "Reduce the output"),
    Binding(
      keys: [.control("t")], command: .timestamps, word: "times",
      description: "Show when each line came, or not"),
    Binding(
      keys: [.control("v")], command: .select, word: "select",
      description: "Select lines of the output; arrows extend"),
    Binding(
      keys: [.character("y")], command: .copy, word: "copy",
      description: "Copy the selected lines, or those in view"),
    Binding(
      keys: [.character("]")], command: .nextPlace, word: "next place",
      description: "Mark the next line that names a file"),
    Binding(
      keys: [.character("[")], command: .previousPlace, word: "previous place",
      description: "Mark the previous line that names a file"),
    Binding(
      keys: [.character("O")], command: .openPlace, word: "open place",
      description: "Open what the marked line names in $EDITOR"),
    Binding(
      keys: [.character("o")], command: .page, word: "open",
      description: "Open the output in $PAGER"),
  ]
}
