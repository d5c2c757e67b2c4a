/// What a JSON text must have at one place: the same kind of value, and the same value.
///
///     let expectation = JSONExpectation(path: try JSONPath("$.status"), value: .text("ok"))
///     expectation.failure(.value(.text("degraded")))   // $.status is "degraded", not "ok"
public struct JSONExpectation: Sendable, Equatable {
  public let path: JSONPath
  public let value: JSONValue

  public init(path: JSONPath, value: JSONValue) {
    self.path = path
    self.value = value
  }

  /// What is wrong with what the path leads to, on one line; nil when it is what is expected.
  public func failure(_ finding: JSONFinding) -> String? {
    switch finding {
    case .value(value): nil
    case .value(let other): "\(path) is \(other.literal), not \(value.literal)"
    case .null: "\(path) is null, not \(value.literal)"
    case .list: "\(path) is a list, not \(value.literal)"
    case .mapping: "\(path) is a mapping, not \(value.literal)"
    case .nothing: "nothing at \(path), which must be \(value.literal)"
    }
  }
}

extension Sequence<JSONExpectation> {
  /// The first expectation that a text does not meet, in words; nil when it meets all.
  public func firstFailure(in text: some Sequence<UInt8>) -> String? {
    let expectations = Array(self)
    if expectations.isEmpty { return nil }
    guard let findings = JSONPath.findings(at: expectations.map(\.path), in: text) else {
      return "the answer is not JSON"
    }
    return zip(expectations, findings).lazy.compactMap { $0.failure($1) }.first
  }
}

extension JSONValue {
  /// As JSON writes it, but no longer than a message may be: only texts have quotes.
  fileprivate var literal: String {
    guard case .text(let text) = self else { return description }
    let limit = 60
    return text.count > limit ? "\"\(text.prefix(limit))…\"" : "\"\(text)\""
  }
}
