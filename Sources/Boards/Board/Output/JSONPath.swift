import Configuration

/// The path to a value in JSON: `$`, followed by any number of `.name` and `[n]`.
///
///     let path = try JSONPath("$.steps[0].done")
///     path.value(in: #"{"steps": [{"done": 3}]}"#)?.number   // 3
public struct JSONPath: Sendable, Equatable {
  /// Why text is not a valid path.
  public struct Mistake: Error, Equatable {
    /// The number of Unicode scalars of the text that precede the mistake.
    public let offset: Int
    /// The mistake, on one line.
    public let message: String
    /// What to write instead, on one line.
    public let hint: String?
  }

  let steps: [Step]

  enum Step: Sendable, Equatable {
    case name(String)
    /// The index of an element, starting from 0.
    case index(Int)
  }

  /// Parses a path.
  /// - Throws: The first mistake.
  public init(_ text: String) throws(Mistake) {
    var rest = Substring(text).unicodeScalars
    let offset = { (rest: Substring.UnicodeScalarView) in text.unicodeScalars.count - rest.count }
    guard rest.popFirst() == "$" else {
      throw Mistake(
        offset: 0, message: "a path must start with `$`", hint: "for instance `$.done` or `$.steps[0].name`")
    }
    var steps: [Step] = []
    while let first = rest.first {
      let start = offset(rest)
      rest = rest.dropFirst()
      switch first {
      case ".":
        let name = rest.prefix { !Self.marks.contains($0) && !$0.properties.isWhitespace }
        guard !name.isEmpty else {
          throw Mistake(offset: start + 1, message: "a name is missing after `.`", hint: nil)
        }
        steps.append(.name(String(name)))
        rest = rest[name.endIndex...]
      case "[":
        let digits = rest.prefix(while: \.isDigit)
        guard let index = Int(String(digits)), rest[digits.endIndex...].first == "]" else {
          throw Mistake(
            offset: start + 1, message: "brackets must contain a number, as in `[0]`",
            hint: "write a name after a dot")
        }
        steps.append(.index(index))
        rest = rest[digits.endIndex...].dropFirst()
      default:
        throw Mistake(
          offset: start, message: "unexpected \(quoted(String(first)))",
          hint: "only `.name` and `[n]` can follow `$`")
      }
    }
    self.steps = steps
  }

  /// The characters that names cannot contain, because they have a meaning in other dialects of JSON paths.
  private static let marks = Set("$.[]()*?,:\"'".unicodeScalars)
}

extension JSONPath: CustomStringConvertible {
  /// The path as written in a board.
  public var description: String {
    steps.reduce(into: "$") { text, step in
      switch step {
      case .name(let name): text += ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
