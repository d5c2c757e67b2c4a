import Essentials

/// A value at the end of a ``JSONPath``.
public enum JSONValue: Sendable, Equatable {
  case text(String)
  case number(Double)
  case truth(Bool)

  /// The number, also if it is written as text.
  public var number: Double? {
    switch self {
    case .text(let text): Double(text)
    case .number(let number): number
    case .truth: nil
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as the panel shows it. Whole numbers have no decimal point.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .truth(let truth): "\(truth)"
    }
  }
}

/// The result of looking up a ``JSONPath``.
public enum JSONFinding: Sendable, Equatable {
  case value(JSONValue)
  case null, list, mapping
  /// The text is JSON that does not contain the path.
  case nothing
}

extension JSONPath {
  /// The value at the path; nil if the text is not JSON, or if there is no text, number or truth value at the
  /// path.
  public func value(in text: String) -> JSONValue? {
    // Most lines are not JSON. The decoder takes ten times as long to find that out.
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: " ") }),
      steps.isEmpty || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    return try? JSONDecoder().decode(
      Destination<JSONValue>.self, from: Data(text.utf8), configuration: steps[...]
    ).value
  }

  /// Looks up several paths in JSON, which is decoded once. Returns nil if the text is not JSON.
  public static func findings(at paths: [JSONPath], in text: some Sequence<UInt8>) -> [JSONFinding]? {
    try? JSONDecoder().decode(Destinations.self, from: Data(text), configuration: paths).findings
  }
}

/// Decodes the values at several paths.
private struct Destinations: DecodableWithConfiguration {
  let findings: [JSONFinding]

  init(from decoder: any Decoder, configuration paths: [JSONPath]) throws {
    findings = paths.map { path in
      (try? Destination<JSONFinding>(from: decoder, configuration: path.steps[...]).value) ?? .nothing
    }
  }
}

/// A value that can be decoded at the end of a path.
private protocol Leaf {
  init(from decoder: any Decoder) throws
}

extension JSONValue: Leaf {
  fileprivate init(from decoder: any Decoder) throws {
    let leaf = try decoder.singleValueContainer()
    if let number = try? leaf.decode(Double.self) {
      self = .number(number)
    } else if let text = try? leaf.decode(String.self) {
      self = .text(text)
    } else {
      self = .truth(try leaf.decode(Bool.self))
    }
  }
}

extension JSONFinding: Leaf {
  fileprivate init(from decoder: any Decoder) throws {
    if try decoder.singleValueContainer().decodeNil() {
      self = .null
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .list
    } else if (try? decoder.container(keyedBy: Name.self)) != nil {
      self = .mapping
    } else {
      self = .value(try JSONValue(from: decoder))
    }
  }
}

/// Decodes only the value at the end of a path.
private struct Destination<Value: Leaf>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration steps: ArraySlice<JSONPath.Step>) throws {
    switch steps.first {
    case .name(let name):
      let members = try decoder.container(keyedBy: Name.self)
      self = try members.decode(Self.self, forKey: Name(name), configuration: steps.dropFirst())
    case .index(let index):
      var elements = try decoder.unkeyedContainer()
      for _ in 0..<index { _ = try elements.decode(Ignored.self) }
      self = try elements.decode(Self.self, configuration: steps.dropFirst())
    case nil:
      value = try Value(from: decoder)
    }
  }
}

private struct Ignored: Decodable {
  init(from decoder: any Decoder) {}
}

private struct Name: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
