/// The first line of a recipe: its name and its parameters.
struct JustHeader {
  let name: String
  let parameters: [JustParameter]
  /// What follows the parameters: the recipes that run before this one.
  let rest: Substring

  /// Nil for a line that is none.
  init?(_ line: Substring) {
    var rest = line
    if rest.first == "@" { rest.removeFirst() }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard let first = name.first, first.isLetter || first == "_" else { return nil }
    rest = rest.dropFirst(name.count)
    guard rest.first.map({ $0 == " " || $0 == "\t" || $0 == ":" }) == true else { return nil }
    var parameters: [JustParameter] = []
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let next = rest.first else { return nil }
      if next == ":" {
        // An assignment.
        guard !rest.hasPrefix(":=") else { return nil }
        self.name = String(name)
        self.parameters = parameters
        self.rest = rest
        return
      }
      guard let parameter = JustParameter(&rest) else { return nil }
      parameters.append(parameter)
    }
  }
}

/// An attribute of a recipe: `[group('tests')]`.
struct JustAttribute {
  let name: String
  let values: [String]
  /// The values with names, as in `pattern='x'`; empty for a name alone.
  let named: [String: String]

  /// The attributes of a line; nil if it is none.
  static func list(_ line: Substring) -> [JustAttribute]? {
    let text = line.trimmed
    guard text.first == "[", let end = text.lastIndex(of: "]") else { return nil }
    var rest = text[text.index(after: text.startIndex)..<end]
    var found: [JustAttribute] = []
    while true {
      rest = rest.drop { $0 == " " || $0 == "," }
      let name = rest.prefix { $0.isLetter || $0 == "-" }
      guard !name.isEmpty else { return found }
      rest = rest.dropFirst(name.count).drop { $0 == " " }
      var values: [String] = []
      var named: [String: String] = [:]
      if rest.first == "(" || rest.first == ":" {
        let isInBrackets = rest.first == "("
        rest.removeFirst()
        var key: String?
        var isUnended = false
        while let next = rest.first, next != ")", isInBrackets || next != "," {
          if !isUnended, let value = JustStrings.literal(&rest) {
            if let key { named[key] = value } else { values.append(value) }
            key = nil
          } else if next.isLetter {
            let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            rest = rest.dropFirst(word.count)
            (key, named[word]) = (word, "")
          } else {
            if next == "," { key = nil }
            // What has no end is not looked for again.
            if next == "'" || next == "\"" { isUnended = true }
            rest.removeFirst()
          }
        }
        if isInBrackets, !rest.isEmpty { rest.removeFirst() }
      }
      found.append(JustAttribute(name: String(name), values: values, named: named))
    }
  }

  /// Whether a recipe with these attributes is there on this system.
  static func fitsThisSystem(_ attributes: [JustAttribute]) -> Bool {
    let systems: Set = [
      "linux", "macos", "unix", "windows", "openbsd", "freebsd", "netbsd", "dragonfly", "android",
    ]
    let named = attributes.map(\.name).filter(systems.contains)
    #if canImport(Darwin)
    let present = "macos"
    #else
    let present = "linux"
    #endif
    return named.isEmpty || named.contains(present) || named.contains("unix")
  }
}
