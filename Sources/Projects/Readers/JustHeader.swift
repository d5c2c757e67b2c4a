/// The first line of a recipe: its name and its parameters.
struct JustHeader {
  let name: String
  let parameters: [JustParameter]

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
        return
      }
      guard let parameter = JustParameter(&rest) else { return nil }
      parameters.append(parameter)
    }
  }
}

/// A parameter of a recipe.
struct JustParameter {
  let name: String
  /// Whether it takes several words.
  let isMany: Bool
  /// Whether it can be left out.
  let isOptional: Bool
  /// Whether the recipe gets it as a variable, so that it is not part of its text.
  let isExported: Bool

  /// Takes a parameter from the start of a text.
  init?(_ rest: inout Substring) {
    let sign = rest.first
    if sign == "+" || sign == "*" { rest.removeFirst() }
    isExported = rest.first == "$"
    if isExported { rest.removeFirst() }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard !name.isEmpty else { return nil }
    self.name = String(name)
    isMany = sign == "+" || sign == "*"
    rest = rest.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
    guard rest.first == "=" else {
      isOptional = sign == "*"
      return
    }
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    isOptional = true
    guard JustStrings.skipValue(&rest) else { return nil }
  }

  /// What a person enters for it. just puts it into the text of the recipe without quotes, so only harmless
  /// characters are allowed, unless the recipe gets it in another way.
  func input(isPositional: Bool) -> FoundAction.Parameter {
    FoundAction.Parameter(
      prompt: name, isMany: isMany, pattern: isExported || isPositional ? nil : StrictInput.pattern)
  }
}

/// What may be entered where a program does not quote.
enum StrictInput {
  /// Without quotes, `$`, `` ` ``, `;`, `&`, `|`, `<`, `>`, and not an option.
  static let pattern = "^[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./ -]*$"
  /// One word of it.
  static let word = "[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./-]*"
}

/// An attribute of a recipe: `[group('tests')]`.
struct JustAttribute {
  let name: String
  let values: [String]

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
      if rest.first == "(" || rest.first == ":" {
        let isInBrackets = rest.first == "("
        rest.removeFirst()
        while let next = rest.first, next != ")", isInBrackets || next != "," {
          if let value = JustStrings.literal(&rest) { values.append(value) } else { rest.removeFirst() }
        }
        if isInBrackets, !rest.isEmpty { rest.removeFirst() }
      }
      found.append(JustAttribute(name: String(name), values: values))
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
