internal import Board
internal import Boundary
internal import Wire

/// An argument of a tool.
struct ToolParameter {
  enum Kind: Equatable {
    /// The name of an action.
    case action
    /// A text with at most this number of bytes.
    case text(Int)
    /// An object with such texts.
    case texts(Int)
    case whole(ClosedRange<Int>)
    /// Seconds, also parts of one.
    case seconds(ClosedRange<Int>)
    case choice([String])
  }

  let name: String
  let kind: Kind
  let about: String
  var isRequired = false

  init(_ name: String, _ kind: Kind, _ about: String, isRequired: Bool = false) {
    (self.name, self.kind, self.about, self.isRequired) = (name, kind, about, isRequired)
  }

  static let action = Self(
    "action", .action, "the name of an action, as list_actions has it", isRequired: true)
  static let optionalAction = Self("action", .action, "the name of an action, as list_actions has it")
  static let waitSeconds = Self("wait_seconds", .seconds(0...600), "how long to wait at most; default 45")
  static func tail(default count: Int) -> Self {
    Self("tail", .whole(0...200), "how many lines of output; default \(count)")
  }

  /// The most actions whose names are listed in a schema.
  private static let nameLimit = 64

  func schema(_ actions: [ActionDescription]) -> JSONTree {
    var schema: JSONTree
    switch kind {
    case .action:
      schema = ["type": "string"]
      if !actions.isEmpty, actions.count <= Self.nameLimit {
        schema.set("enum", .list(actions.map { .text($0.id) }))
      }
    case .text(let limit): schema = ["type": "string", "maxLength": JSONTree(limit)]
    case .texts(let limit):
      let text: JSONTree = ["type": "string", "maxLength": JSONTree(limit)]
      schema = ["type": "object", "additionalProperties": text]
      let inputs = Self.inputs(of: actions)
      if !inputs.isEmpty { schema.set("properties", .object(inputs)) }
    case .whole(let range):
      schema = [
        "type": "integer", "minimum": JSONTree(range.lowerBound), "maximum": JSONTree(range.upperBound),
      ]
    case .seconds(let range):
      schema = [
        "type": "number", "minimum": JSONTree(range.lowerBound), "maximum": JSONTree(range.upperBound),
      ]
    case .choice(let words): schema = ["type": "string", "enum": .list(words.map { .text($0) })]
    }
    schema.set("description", .text(about))
    return schema
  }

  /// The inputs of these actions with what is asked for. Two actions can have one of the same name.
  private static func inputs(of actions: [ActionDescription]) -> [JSONTree.Member] {
    var (names, prompts): ([String], [String: [String]]) = ([], [:])
    for action in actions.prefix(nameLimit) {
      for input in action.form.named ?? [] {
        if prompts[input.name] == nil { names.append(input.name) }
        let choices = input.choices.isEmpty ? "" : " (\(input.choices.joined(separator: ", ")))"
        prompts[input.name, default: []].append("\(action.id): \(input.prompt)\(choices)".safe)
      }
    }
    return names.map { name in
      let about = (prompts[name] ?? []).joined(separator: "; ")
      return .init(name: name, value: ["type": "string", "description": .text(about)])
    }
  }

  /// Why a value cannot be used, as a sentence without its end; nil if it can.
  func mistake(in value: JSONTree) -> String? {
    switch (kind, value) {
    case (.action, .text(let text)): Self.mistake(inText: text, limit: 200).map { "\(name) \($0)" }
    case (.text(let limit), .text(let text)): Self.mistake(inText: text, limit: limit).map { "\(name) \($0)" }
    case (.texts(let limit), .object(let members)):
      members.firstNonNil { member in
        guard let text = member.value.text else { return "\(member.name.prefix(100)) must be a text" }
        return Self.mistake(inText: text, limit: limit).map { "\(member.name.prefix(100)) \($0)" }
      }
    case (.texts, _): "\(name) must be an object"
    case (.choice(let words), .text(let text)):
      words.contains(text) ? nil : "\(name) is one of \(words.joined(separator: ", "))"
    case (.whole(let range), .number(let digits)):
      Double(digits).map { $0 == $0.rounded() && Self.contains(range, $0) } == true
        ? nil : rangeText(range, "whole ")
    case (.seconds(let range), .number(let digits)):
      Double(digits).map { Self.contains(range, $0) } == true ? nil : rangeText(range, "")
    case (.whole(let range), _): rangeText(range, "whole ")
    case (.seconds(let range), _): rangeText(range, "")
    default: "\(name) must be a text"
    }
  }

  private static func contains(_ range: ClosedRange<Int>, _ number: Double) -> Bool {
    number >= Double(range.lowerBound) && number <= Double(range.upperBound)
  }

  private func rangeText(_ range: ClosedRange<Int>, _ word: String) -> String {
    "\(name) must be a \(word)number from \(range.lowerBound) to \(range.upperBound), not in quotes"
  }

  private static func mistake(inText text: String, limit: Int) -> String? {
    if text.utf8.count > limit { return "is longer than \(limit) bytes" }
    return text.utf8.contains(0) ? "contains a null character" : nil
  }
}

/// The arguments of a call, all checked before anything happens.
struct ToolArguments: Equatable {
  private var values: [String: JSONTree] = [:]

  /// The most bytes of all arguments.
  private static let sizeLimit = 16 * 1024

  /// Why arguments cannot be used.
  struct Mistake: Error, Equatable {
    let text: String
  }

  init(_ arguments: JSONTree?, of tool: Tool) throws(Mistake) {
    guard let arguments else {
      try self.init(members: [], of: tool)
      return
    }
    guard case .object(let members) = arguments else {
      throw Mistake(text: "the arguments must be an object")
    }
    // The guard of a wait may be longer, and says itself what is wrong with it.
    guard tool == .wait || arguments.bytes.count <= Self.sizeLimit else {
      throw Mistake(text: "the arguments are longer than \(Self.sizeLimit) bytes")
    }
    try self.init(members: members, of: tool)
  }

  private init(members: [JSONTree.Member], of tool: Tool) throws(Mistake) {
    let parameters = tool.parameters
    for member in members {
      guard let parameter = parameters.first(where: { $0.name == member.name }) else {
        let known = parameters.map(\.name).joined(separator: ", ")
        throw Mistake(
          text: "unknown argument `\(member.name.prefix(100))`; "
            + (known.isEmpty ? "\(tool.rawValue) takes none" : "known: \(known)"))
      }
      // A null is as good as no argument: some clients send it for all that the model leaves out.
      if member.value.isNull { continue }
      if let mistake = parameter.mistake(in: member.value) { throw Mistake(text: mistake) }
      values[member.name] = member.value
    }
    if values["input"] != nil, values["named_inputs"] != nil {
      throw Mistake(text: "an action has either input or named_inputs")
    }
    if let missing = parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw Mistake(text: "\(missing.name) is missing: \(missing.about)")
    }
  }

  func text(_ name: String) -> String? { values[name]?.text }

  /// What is entered for a press; nil for nothing.
  var input: InputValues? {
    if case .object(let members)? = values["named_inputs"] {
      return .named(members.map { .init($0.name, $0.value.text ?? "") })
    }
    return text("input").map { .text($0) }
  }

  func whole(_ name: String) -> Int? {
    guard case .number(let digits)? = values[name] else { return nil }
    return Double(digits).map { Int($0) }
  }

  func duration(_ name: String) -> Duration? {
    guard case .number(let digits)? = values[name] else { return nil }
    return Double(digits).map { .seconds($0) }
  }
}

extension Array {
  /// The first result that is not nil.
  fileprivate func firstNonNil<Result>(_ body: (Element) -> Result?) -> Result? {
    for element in self { if let result = body(element) { return result } }
    return nil
  }
}
