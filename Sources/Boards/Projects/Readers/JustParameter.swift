internal import Board
internal import Configuration

/// A parameter of a recipe.
struct JustParameter {
  let name: String
  /// Whether it takes several words.
  let isMany: Bool
  /// Whether it can be left out.
  let isOptional: Bool
  /// Its default, if that is a text; nil if there is none, or just computes it.
  private(set) var fallback: String?
  /// Whether the recipe gets it as a variable, so that it need not be part of its text.
  let isExported: Bool
  /// What is written after its name: its default.
  let expression: Substring

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
      (fallback, expression) = (nil, "")
      return
    }
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    isOptional = true
    let start = rest
    guard JustStrings.skipValue(&rest) else { return nil }
    expression = start[..<rest.startIndex]
    var text = expression
    let literal = JustStrings.plainLiteral(&text)
    fallback = text.isEmpty ? literal : nil
  }

  /// The parameters of a recipe, with the defaults that are variables whose texts are known.
  /// - Parameter value: The text of a variable; nil if there is none, or just computes it.
  static func resolved(_ parameters: [JustParameter], _ value: (String) -> String?) -> [JustParameter] {
    var before: Set<String> = []
    return parameters.map { parameter in
      var parameter = parameter
      let variable = String(parameter.expression)
      // A parameter hides a variable from those that follow it.
      if parameter.fallback == nil, !before.contains(variable) { parameter.fallback = value(variable) }
      before.insert(parameter.name)
      return parameter
    }
  }
}

/// What is entered for the parameters of a recipe.
///
/// just tells parameters apart by their places: one that is left out leaves out all that follow. So what
/// follows a parameter whose default just computes is left out, too.
struct JustInputs {
  private(set) var parameters: [FoundAction.Parameter] = []
  /// The parameters that are left to just, and why.
  private(set) var leftOut: [(name: String, reason: String)] = []

  /// - Parameters:
  ///   - attributes: Those of the recipe.
  ///   - isPositional: Whether the recipe gets its parameters as `$1`, so that they need not be part of its
  ///     text.
  ///   - texts: What of the recipe just reads as expressions, besides defaults.
  init(_ all: [JustParameter], _ attributes: [JustAttribute], isPositional: Bool, texts: [Substring]) {
    let isMentioned = Self.mentions(all, texts)
    var before: String?
    for (parameter, isMentioned) in zip(all, isMentioned) {
      let rule = attributes.last { $0.name == "arg" && $0.values.first == parameter.name }
      let isOption = rule?.named["long"] != nil || rule?.named["short"] != nil
      if let rule, isOption, rule.named["value"] != nil || rule.named["long"] == nil {
        leftOut.append((parameter.name, "an option of just without a text of its own"))
        continue
      }
      if let before, !isOption {
        leftOut.append((parameter.name, "just computes the default of `\(before)`, which comes before it"))
        continue
      }
      // just puts it into the text of the recipe without quotes.
      let isStrict = !(parameter.isExported || isPositional) || isMentioned
      var input = FoundAction.Parameter(name: parameter.name, isMany: parameter.isMany)
      input.take(pattern: rule?.named["pattern"], isStrict: isStrict)
      if let rule, isOption {
        let long = rule.named["long"] ?? ""
        input.prefix = "--\(long.isEmpty ? parameter.name : long)="
      }
      // A variadic parameter is the last one, and an option has no place.
      if parameter.isMany || isOption || !parameter.isOptional {
        input.isOptional = parameter.isOptional
      } else if let text = parameter.fallback, input.accepts(text) {
        input.fallback = text
      } else {
        input.isOptional = true
        before = parameter.name
      }
      parameters.append(input)
    }
  }
}

extension JustInputs {
  /// Which parameters are named in texts, or in the default of one that follows.
  fileprivate static func mentions(_ all: [JustParameter], _ texts: [Substring]) -> [Bool] {
    var words = Set(texts.flatMap(\.justNames))
    return all.reversed().map { parameter in
      defer { words.formUnion(parameter.expression.justNames) }
      return words.contains(parameter.name[...])
    }.reversed()
  }
}

extension FoundAction.Parameter {
  /// Takes what the file says of its texts.
  /// - Parameter isStrict: Whether a program puts the text where a shell reads it.
  mutating func take(pattern: String?, isStrict: Bool) {
    let strict = isStrict ? StrictInput.pattern : nil
    self.pattern = strict
    guard let own = pattern else { return }
    let words = own.split(separator: "|", omittingEmptySubsequences: false)
    if words.count > 1, !isMany, Set(words).count == words.count, words.allSatisfy(\.isPlainChoice) {
      choices = words.map(String.init)
      return
    }
    let both = "^\(strict.map { "(?=\($0.dropFirst()))" } ?? "")(?:\(own))$"
    // Their expressions are those of another program, which looks at the text, too. One that is none by
    // itself could end the group.
    if (try? LinePattern(own)) != nil, (try? LinePattern(both)) != nil { self.pattern = both }
  }

  /// Whether a text of the file can be entered.
  func accepts(_ text: String) -> Bool {
    if text.isEmpty { return true }
    if text.unicodeScalars.contains(where: \.isUnsafeToShow) { return false }
    let matches = pattern.flatMap { try? LinePattern($0) }
    return InputDefinition(name: "x", prompt: "", choices: choices, matches: matches).mistake(in: text) == nil
  }
}

extension Substring {
  /// Whether it is a word that means itself in a regular expression, and no option.
  fileprivate var isPlainChoice: Bool {
    !isEmpty && first != "-"
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  /// What in it can be names of just.
  fileprivate var justNames: [Substring] { split { !$0.isPartOfJustName } }
}

extension Character {
  fileprivate var isPartOfJustName: Bool { isLetter || isNumber || self == "_" || self == "-" }
}

/// What may be entered where a program does not quote.
enum StrictInput {
  /// Without quotes, `$`, `` ` ``, `;`, `&`, `|`, `<`, `>`, and not an option.
  static let pattern = "^[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./ -]*$"
}
