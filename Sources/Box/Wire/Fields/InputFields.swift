package import Board
internal import Boundary

extension ActionDescription {
  /// The buttons; none for an action with another form.
  var buttonFields: [ButtonDefinition] {
    get { form.buttons }
    set {
      if !newValue.isEmpty { form = .buttons(newValue) } else if !form.buttons.isEmpty { form = .none }
    }
  }

  /// What is typed; nil for an action with another form.
  var inputFields: TypedInputs? {
    get {
      switch form {
      case .none, .buttons: nil
      case .text(let input): .single(input)
      case .named(let inputs): .named(inputs)
      }
    }
    set {
      switch newValue {
      case .single(let input)?: form = .text(input)
      case .named(let inputs)?: form = .named(inputs)
      case nil: if form.buttons.isEmpty { form = .none }
      }
    }
  }
}

extension InputForm {
  /// The inputs with names, for programs; nil if the action has another form.
  package var json: JSONTree? { named.map { .list($0.map { InputObject($0).tree }) } }
}

/// An object for the only input of an action, or a list of inputs with names.
enum TypedInputs: Equatable {
  case single(InputDefinition)
  case named([InputDefinition])
}

extension TypedInputs: WireValue {
  func write(to json: inout [UInt8]) {
    switch self {
    case .single(let input): input.write(to: &json)
    case .named(let inputs): inputs.write(to: &json)
    }
  }

  init(_ json: JSONTree) throws(WireError) {
    if case .list = json {
      self = .named(try [InputDefinition](json))
    } else {
      self = .single(try InputDefinition(json))
    }
  }
}

extension InputDefinition: WireValue {
  package func write(to json: inout [UInt8]) { InputObject(self).write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) { self = try InputObject(json).definition() }
}

private struct InputObject: WireObject {
  var name = ""
  var prompt = ""
  var choices: [String] = []
  var fallback: String?
  var matches: String?
  var isOptional = false
  var isMany = false
  var isHidden = false

  init() {}
  init(_ input: InputDefinition) {
    (name, prompt, choices, fallback) = (input.name, input.prompt, input.choices, input.fallback)
    (matches, isOptional, isMany) = (input.matches?.text, input.isOptional, input.isMany)
    isHidden = input.isHidden
  }

  func definition() throws(WireError) -> InputDefinition {
    var pattern: LinePattern?
    if let matches {
      do throws(PatternError) { pattern = try LinePattern(matches) } catch { throw WireError(error.message) }
    }
    return InputDefinition(
      name: name, prompt: prompt, choices: choices, fallback: fallback, matches: pattern,
      isOptional: isOptional, isMany: isMany, isHidden: isHidden)
  }

  /// Without what is usual.
  var tree: JSONTree {
    var tree: JSONTree = [:]
    if !name.isEmpty { tree.set("name", .text(name)) }
    tree.set("prompt", .text(prompt))
    if !choices.isEmpty { tree.set("choices", .list(choices.map { .text($0) })) }
    tree.set("default", fallback.map { .text($0) })
    tree.set("matches", matches.map { .text($0) })
    for (key, isTrue) in [("optional", isOptional), ("many", isMany), ("hidden", isHidden)] where isTrue {
      tree.set(key, true)
    }
    return tree
  }

  static let fields: WireFields<InputObject> = [
    WireField("name", \.name), WireField("prompt", \.prompt), WireField("choices", \.choices),
    WireField("default", \.fallback), WireField("matches", \.matches), WireField("optional", \.isOptional),
    WireField("many", \.isMany), WireField("hidden", \.isHidden),
  ]
  static let blank = InputObject()
}

/// A text, or an object with the texts of inputs with names.
extension InputValues: WireValue {
  package func write(to json: inout [UInt8]) { json += tree.bytes }

  /// As JSON.
  package var tree: JSONTree {
    switch self {
    case .text(let text): .text(text)
    case .named(let values): .object(values.map { .init(name: $0.name, value: .text($0.text)) })
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json {
    case .text(let text): self = .text(text)
    case .object(let members):
      var values: [Named] = []
      var names: Set<String> = []
      for member in members {
        // Of two texts, a reader could take the one and a checker the other.
        guard let text = member.value.text, names.insert(member.name).inserted else {
          throw WireError(expected: "a text for each input")
        }
        values.append(Named(member.name, text))
      }
      self = .named(values)
    default: throw WireError(expected: "a text, or texts with names")
    }
  }
}

extension ButtonDefinition: WireObject {
  package static let fields: WireFields<ButtonDefinition> = [
    WireField("key", \.key), WireField("title", \.title), WireField("input", \.input),
  ]
  package static let blank = ButtonDefinition(key: nil, title: "", input: "")
}
