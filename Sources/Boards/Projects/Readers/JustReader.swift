internal import Configuration

/// Reads justfiles: names, parameters, texts and groups of their recipes, without running just.
struct JustReader {
  private let files: ForeignFiles
  private var reading = Reading()
  private var recipes: [Recipe] = []
  private var indices: [String: Int] = [:]
  private var aliases: [(name: String, target: String)] = []
  /// The files that are being read.
  private var openFiles: Set<String> = []
  /// The files that were read, by their modules: one file can be several.
  private var visited: Set<String> = []
  /// The number of bytes that were read.
  private var size = 0
  /// The texts of variables, by their modules and names; nil for one that just computes, or that has several
  /// values.
  private var variables: [String: String?] = [:]
  /// Whether a file says `set positional-arguments`.
  private var isPositional = false

  /// A recipe as it was read.
  fileprivate struct Recipe {
    var name: String
    /// What precedes its name: `db::`; empty for none.
    var module: String
    var place: FoundAction.Place
    var attributes: [JustAttribute]
    var summary: String?
    var parameters: [JustParameter]
    /// What of it just reads as expressions: the recipes before it, and what is in braces in its lines.
    var expressions: [Substring]
    /// Whether an expression may go on in its next line.
    var hasOpenExpression = false
    var body: [String]
    /// How many files were imported on the way to it: of two with one name, the nearer one counts.
    var depth: Int
  }

  static func read(_ file: ForeignText, _ files: ForeignFiles) -> Reading {
    var reader = JustReader(files: files)
    reader.read(file, module: "", depth: 0)
    return reader.finish(file.path)
  }

  private init(files: ForeignFiles) { self.files = files }

  private mutating func read(_ file: ForeignText, module: String, depth: Int) {
    openFiles.insert(file.path)
    defer { openFiles.remove(file.path) }
    visited.insert(Self.visit(of: file.path, in: module))
    size += file.text.utf8.count
    var lines = JustLines(file.text)
    var comment: String?
    var attributes: [JustAttribute] = []
    var open: Int?
    while let line = lines.next() {
      let text = line.text
      if text.first == " " || text.first == "\t" {
        if let open {
          recipes[open].addExpressions(of: text)
          if recipes[open].body.count < 12 { recipes[open].body.append(String(text.trimmed)) }
        }
        continue
      }
      if text.trimmed.isEmpty {
        comment = nil
        continue
      }
      if text.first == "#" {
        comment = text.hasPrefix("#!") ? nil : String(text.dropFirst().trimmed)
        continue
      }
      if text.first == "[", let found = JustAttribute.list(text) {
        attributes += found
        continue
      }
      open = nil
      let place = FoundAction.Place(file: file.path, line: line.number)
      if let header = JustHeader(text) {
        open = add(header, place, module, attributes, comment, depth)
      } else {
        statement(text, file, place, module, depth)
      }
      comment = nil
      attributes = []
    }
  }

  private mutating func add(
    _ header: JustHeader, _ place: FoundAction.Place, _ module: String, _ attributes: [JustAttribute],
    _ comment: String?, _ depth: Int
  ) -> Int? {
    guard attributes.allSatisfy({ $0.name != "private" }), !header.name.hasPrefix("_"),
      JustAttribute.fitsThisSystem(attributes)
    else { return nil }
    var summary = comment
    if let doc = attributes.first(where: { $0.name == "doc" }) { summary = doc.values.first }
    let recipe = Recipe(
      name: module + header.name, module: module, place: place, attributes: attributes, summary: summary,
      parameters: header.parameters, expressions: [header.rest], body: [], depth: depth)
    if let index = indices[recipe.name] {
      guard recipes[index].depth >= depth else { return nil }
      recipes[index] = recipe
      return index
    }
    indices[recipe.name] = recipes.count
    recipes.append(recipe)
    return recipes.count - 1
  }

  private mutating func statement(
    _ text: Substring, _ file: ForeignText, _ place: FoundAction.Place, _ module: String, _ depth: Int
  ) {
    let words = text.split(whereSeparator: \.isWhitespace)
    switch words.first.map(String.init) {
    case "set" where words.count > 1 && words[1].hasPrefix("positional-arguments"):
      if words.last != "false" { isPositional = true }
    case "alias" where words.count >= 4 && words[2] == ":=":
      aliases.append((module + words[1], module + words[3]))
    case "import", "import?":
      guard let name = JustStrings.first(in: text) else { return }
      include([name], from: file, place, module, depth, isOptional: words[0].hasSuffix("?"))
    case "mod" where words.count > 1, "mod?" where words.count > 1:
      let name = String(words[1])
      let paths =
        JustStrings.first(in: text).map { [$0, "\($0)/mod.just", "\($0)/justfile", "\($0)/.justfile"] }
        ?? ["\(name).just", "\(name)/mod.just", "\(name)/justfile", "\(name)/.justfile"]
      include(paths, from: file, place, "\(module)\(name)::", depth, isOptional: words[0].hasSuffix("?"))
    default:
      guard let assignment = JustAssignment(text) else { return }
      let name = module + assignment.name
      variables[name] = .some(variables[name] == nil ? assignment.value : nil)
    }
  }

  /// Reads the first of some files that is there.
  private mutating func include(
    _ names: [String], from file: ForeignText, _ place: FoundAction.Place, _ module: String, _ depth: Int,
    isOptional: Bool
  ) {
    let subject = names.first ?? ""
    guard depth < 10, visited.count < ForeignFiles.countLimit, size < ForeignFiles.totalLimit else {
      return reading.remark(
        place.file, place.line, subject, "files include each other too deeply, or too often")
    }
    var reason = "there is no such file"
    for name in names {
      guard let path = file.path(to: name) else {
        reason = "a file outside of this directory is not read"
        continue
      }
      guard !openFiles.contains(path) else {
        return reading.remark(
          place.file, place.line, subject, "this file includes itself, which just refuses")
      }
      guard !visited.contains(Self.visit(of: path, in: module)) else { return }
      switch files[path] {
      case .text(let text): return read(ForeignText(path: path, text: text), module: module, depth: depth + 1)
      case .missing: break
      // The path of a module can be a directory.
      case .refused(let why): reason = why
      }
    }
    if !isOptional { reading.remark(place.file, place.line, subject, reason) }
  }

  /// No path and no module has a NUL character.
  private static func visit(of path: String, in module: String) -> String { "\(module)\0\(path)" }

  private mutating func finish(_ file: String) -> Reading {
    let names = Dictionary(grouping: aliases, by: \.target).mapValues { $0.map(\.name) }
    for recipe in recipes {
      var action = FoundAction(recipe.name, at: recipe.place, .arguments(["just", recipe.name]))
      action.summary = recipe.summary ?? recipe.body.first
      action.section =
        recipe.attributes.first { $0.name == "group" }?.values.first
        ?? recipe.name.firstRange(of: "::").map { String(recipe.name[..<$0.lowerBound]) }
      action.aliases = names[recipe.name] ?? []
      let parameters = JustParameter.resolved(recipe.parameters) {
        variables[recipe.module + $0] ?? nil
      }
      let inputs = JustInputs(
        parameters, recipe.attributes,
        isPositional: isPositional || recipe.attributes.contains { $0.name == "positional-arguments" },
        texts: recipe.expressions)
      action.parameters = inputs.parameters
      for (name, reason) in inputs.leftOut {
        reading.remark(recipe.place.file, recipe.place.line, "\(recipe.name) \(name)", reason)
      }
      action.usesTerminal = recipe.attributes.contains { $0.name == "confirm" }
      action.body = recipe.body
      action.service = ServiceGuess.service(named: recipe.name)
      reading.actions.append(action)
    }
    if recipes.isEmpty { reading.remark(file, nil, "", "it has no recipes to press") }
    return reading
  }
}

extension JustReader.Recipe {
  /// Adds what is in double braces in a line of the recipe. Four of them are two in the text.
  ///
  /// Where the end of an expression is not clear, because a string in it may contain braces or go on in the
  /// next line, everything that follows in the recipe counts as expression.
  fileprivate mutating func addExpressions(of line: Substring) {
    var rest = line
    if hasOpenExpression { return expressions.append(rest) }
    while let start = rest.firstRange(of: "{{") {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "}}"), !rest[..<end.lowerBound].contains(where: \.isQuote) else {
        hasOpenExpression = true
        return expressions.append(rest)
      }
      expressions.append(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
  }
}

extension Character {
  fileprivate var isQuote: Bool { self == "'" || self == "\"" || self == "`" }
}
