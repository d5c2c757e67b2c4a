/// What Linux reports about a process in `/proc/PID/stat`.
struct ProcessStatus: Equatable {
  /// The name of its program, safe to print. A process chooses its own name, so that may have any bytes.
  let name: String
  let group: Int32

  /// Parses `4711 (sleep) S 1 4711 4711 0 …`; nil for anything else.
  ///
  /// The name may contain spaces and parentheses, so it ends at the last parenthesis.
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
  /// The scalar itself, unless it controls a terminal or the direction of text.
  fileprivate var shown: Unicode.Scalar {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: "?"
    default: self
    }
  }
}
