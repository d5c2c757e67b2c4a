/// What Linux tells of a process in `/proc/PID/stat`.
struct ProcessStatus: Equatable {
  /// What it runs, fit to be printed. A process chooses its name itself, so it may have any bytes.
  let name: String
  let group: Int32

  /// Reads `4711 (sleep) S 1 4711 4711 0 …`; nil when that is something else.
  ///
  /// The name may have blanks and parentheses of its own, so it ends at the last one.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
      return nil
    }
    // State, parent, process group.
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 2, let group = Int32(fields[2]) else { return nil }
    self.group = group
    name = String(String.UnicodeScalarView(text[text.index(after: open)..<close].unicodeScalars.map(\.shown)))
  }
}

extension Unicode.Scalar {
  /// Itself, unless it would do something to a terminal or to the order of what is read.
  fileprivate var shown: Unicode.Scalar {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: "?"
    default: self
    }
  }
}
