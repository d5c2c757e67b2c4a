/// A value that JSON must contain at a path. The type must be the same, too.
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

  /// Why a finding is not the expected value, on one line; nil if it is.
  public func failure(_ finding: JSONFinding) -> String? {
    switch finding {
    case .value(value): nil
    case .value(let other): "\(path) is \(other.literal), not \(value.literal)"
    case .null: "\(path) is null, not \(value.literal)"
    case .list: "\(path) is a list, not \(value.literal)"
    case .mapping: "\(path) is a mapping, not \(value.literal)"
    case .nothing: "\(path) is missing; expected \(value.literal)"
    }
  }
}

extension Sequence<JSONExpectation> {
  /// A message about the first expectation that the text does not meet; nil if it meets all.
  public func firstFailure(in text: some Sequence<UInt8>) -> String? {
    let expectations = Array(self)
    if expectations.isEmpty { return nil }
    guard let findings = JSONPath.findings(at: expectations.map(\.path), in: text) else {
      return "the response is not JSON"
    }
    return zip(expectations, findings).lazy.compactMap { $0.failure($1) }.first
  }
}

extension JSONValue {
  /// The value as written in JSON, shortened for messages.
  fileprivate var literal: String {
    guard case .text(let text) = self else { return description }
    let limit = 60
    return text.count > limit ? "\"\(text.prefix(limit))…\"" : "\"\(text)\""
  }
}
