/// Reads makefiles: their targets, without running make, which would run what they contain.
///
/// Targets are shown if `.PHONY` names them, if they have a comment that begins with `##`, and, in a file
/// without `.PHONY`, if their names are plain words.
struct MakeReader {
  private let files: ForeignFiles
  private var reading = Reading()
  private var targets: [Target] = []
  private var indices: [String: Int] = [:]
  private var phony: Set<String> = []
  private var hasPhony = false
  /// The lines of rules whose names are computed or patterns, and of files that are.
  private var computed: [FoundAction.Place] = []
  private var visited: Set<String> = []

  private struct Target {
    var name: String
    var place: FoundAction.Place
    var summary: String?
    var hasHelp = false
    var body: [String]
  }

  static func read(_ file: ForeignText, _ files: ForeignFiles) -> Reading {
    var reader = MakeReader(files: files)
    reader.read(file, depth: 0)
    return reader.finish()
  }

  private init(files: ForeignFiles) { self.files = files }

  private mutating func finish() -> Reading {
    for target in targets {
      let isShown =
        phony.contains(target.name) || target.hasHelp
        || !hasPhony && target.name.isPlainWord
      guard isShown else { continue }
      var action = FoundAction(target.name, at: target.place, .arguments(["make", target.name]))
      action.summary = target.summary
      action.body = target.body
      action.service = ServiceGuess.service(named: target.name)
      reading.actions.append(action)
    }
    if let first = computed.first {
      let count = computed.count
      reading.remark(
        first.file, first.line, "\(count) \(count == 1 ? "rule" : "rules") without a fixed name",
        "patterns, and names that make computes, are no buttons")
    }
    if reading.actions.isEmpty {
      reading.remark(
        targets.first?.place.file ?? visited.first ?? "Makefile", nil, "", "it has no targets to press")
    }
    return reading
  }

  private mutating func read(_ file: ForeignText, depth: Int) {
    visited.insert(file.path)
    var comments: [Substring] = []
    var open: Int?
    var definitions = 0
    for line in LogicalLines(file.text) {
      let text = line.text
      if definitions > 0 {
        if text.trimmed.isWord("define") { definitions += 1 }
        if text.trimmed.isWord("endef") { definitions -= 1 }
        continue
      }
      if text.first == "\t" {
        if let open, targets[open].body.count < 12 { targets[open].body.append(String(text.dropFirst())) }
        comments = []
        continue
      }
      let trimmed = text.trimmed
      if trimmed.isEmpty {
        comments = []
        continue
      }
      if trimmed.first == "#" {
        comments.append(trimmed)
        continue
      }
      if trimmed.isWord("define") || trimmed.hasPrefix("override define ") {
        definitions = 1
      } else if Self.isConditional(trimmed) {
        continue
      } else if let names = Self.included(trimmed) {
        include(names, from: file, line: line.number, depth: depth)
      } else {
        open = rule(trimmed, comments, FoundAction.Place(file: file.path, line: line.number)) ?? nil
      }
      comments = []
    }
  }

  private static func isConditional(_ text: Substring) -> Bool {
    ["ifdef", "ifndef", "ifeq", "ifneq", "else", "endif", "export", "unexport", "vpath", "undefine"]
      .contains { text.isWord($0) || text.hasPrefix("\($0)(") }
  }

  private static func included(_ text: Substring) -> (names: [Substring], isOptional: Bool)? {
    for word in ["include", "-include", "sinclude"] where text.isWord(word) {
      let names = text.dropFirst(word.count).prefix { $0 != "#" }
      return (names.split(whereSeparator: \.isWhitespace), word != "include")
    }
    return nil
  }

  private mutating func include(
    _ included: (names: [Substring], isOptional: Bool), from file: ForeignText, line: Int, depth: Int
  ) {
    for name in included.names {
      guard !name.contains("$"), !name.contains("*"), !name.contains("?") else {
        computed.append(.init(file: file.path, line: line))
        continue
      }
      // make looks from the directory in which it runs.
      guard let path = String(name).relative(to: "") else {
        reading.remark(file.path, line, String(name), "a file outside of this directory is not read")
        continue
      }
      guard !visited.contains(path) else { continue }
      guard depth < 10 else {
        reading.remark(file.path, line, String(name), "files include each other too deeply")
        continue
      }
      switch files[path] {
      case .text(let text): read(ForeignText(path: path, text: text), depth: depth + 1)
      case .missing:
        if !included.isOptional { reading.remark(file.path, line, String(name), "there is no such file") }
      case .refused(let reason): reading.remark(file.path, line, String(name), reason)
      }
    }
  }

  /// Reads a line that is a rule.
  /// - Returns: The index of its first new target; nil for none.
  private mutating func rule(
    _ text: Substring, _ comments: [Substring], _ place: FoundAction.Place
  ) -> Int? {
    guard let (left, right) = Self.split(text) else { return nil }
    if left.isWord(".PHONY") {
      hasPhony = true
      for name in right.prefix(while: { $0 != "#" && $0 != ";" }).split(whereSeparator: \.isWhitespace) {
        if !name.contains("$") { phony.insert(Self.name(name)) }
      }
      return nil
    }
    guard !Self.isAssignment(right) else { return nil }
    var first: Int?
    for name in left.split(whereSeparator: \.isWhitespace) {
      if name.contains("$") || name.contains("%") || name == "&" {
        if name != "&" { computed.append(place) }
        continue
      }
      // Names such as `.SUFFIXES` are directives.
      guard name.first != "." else { continue }
      let index = add(Self.name(name), right, comments, place)
      first = first ?? index
    }
    return first
  }

  private mutating func add(
    _ name: String, _ right: Substring, _ comments: [Substring], _ place: FoundAction.Place
  ) -> Int {
    var help: Substring?
    if let range = right.firstRange(of: "##") { help = right[range.upperBound...].drop { $0 == "#" }.trimmed }
    let above = comments.filter { $0.hasPrefix("##") }.last ?? comments.last
    let summary = (help ?? above?.drop { $0 == "#" }.trimmed).map(String.init)
    let hasHelp = help != nil || comments.contains { $0.hasPrefix("##") && !$0.hasPrefix("###") }
    if let index = indices[name] {
      targets[index].hasHelp = targets[index].hasHelp || hasHelp
      if targets[index].summary == nil || hasHelp {
        targets[index].summary = summary ?? targets[index].summary
      }
      return index
    }
    indices[name] = targets.count
    targets.append(
      Target(
        name: name, place: place, summary: summary.flatMap { $0.isEmpty ? nil : $0 }, hasHelp: hasHelp,
        body: []))
    if let semicolon = right.firstIndex(of: ";") {
      targets[targets.count - 1].body = [String(right[right.index(after: semicolon)...].trimmed)]
    }
    return targets.count - 1
  }

  /// The name of a target as one types it: a backslash takes the meaning of a colon away.
  private static func name(_ word: Substring) -> String {
    String(word.replacing("\\:", with: ":"))
  }

  /// The targets and what follows the colon; nil for a line that is no rule.
  private static func split(_ text: Substring) -> (Substring, Substring)? {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      var next = text.index(after: index)
      switch character {
      case "\\" where next < text.endIndex: next = text.index(after: next)
      case "(", "{": depth += 1
      case ")", "}": depth -= 1
      case "#" where depth == 0: return nil
      case "=" where depth <= 0: return nil
      case ":" where depth <= 0:
        let rest = text[next...]
        if rest.hasPrefix("=") || rest.hasPrefix(":=") || rest.hasPrefix("::=") { return nil }
        return (text[..<index], rest.hasPrefix(":") ? rest.dropFirst() : rest)
      default: break
      }
      index = next
    }
    return nil
  }

  /// Whether what follows the colon sets a variable for the target.
  private static func isAssignment(_ text: Substring) -> Bool {
    let rest = text.prefix { $0 != ";" && $0 != "#" }.trimmed
    let name = rest.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let sign = rest.dropFirst(name.count).trimmed
    if ["private", "export", "override"].contains(String(name)) {
      return isAssignment(sign) || sign.contains("=")
    }
    guard !name.isEmpty else { return false }
    return ["=", ":=", "::=", "+=", "?=", "!="].contains { sign.hasPrefix($0) }
  }
}

/// Lines of a makefile, with those that a backslash continues in one.
private struct LogicalLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<Substring>
  private var number = 0

  init(_ text: String) { rest = text.lines[...] }

  mutating func next() -> (number: Int, text: Substring)? {
    guard var text = rest.popFirst() else { return nil }
    number += 1
    let start = number
    guard text.last == "\\" else { return (start, text) }
    var whole = String(text.dropLast())
    while text.last == "\\", let next = rest.popFirst() {
      number += 1
      text = next
      whole += " " + (next.last == "\\" ? next.dropLast() : next)
      if whole.utf8.count > 1 << 20 { break }
    }
    return (start, whole[...])
  }
}

extension Substring {
  /// Whether it begins with a word.
  func isWord(_ word: String) -> Bool {
    guard hasPrefix(word) else { return false }
    return dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" } ?? true
  }
}

extension String {
  fileprivate var isPlainWord: Bool {
    first.map { $0.isLetter || $0.isNumber } == true
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }
}
