/// A value that has a form in JSON.
package protocol WireValue {
  /// Appends its JSON.
  func write(to json: inout [UInt8])
  /// Reads it from JSON.
  init(_ json: JSONTree) throws(WireError)
}

/// Why JSON is not what it should be.
package struct WireError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The name of a field that does not have the expected form.
  package init(expected: String, in name: String? = nil) {
    description = (name.map { "\($0): " } ?? "") + "expected \(expected)"
  }
}

extension Bool: WireValue {
  package func write(to json: inout [UInt8]) { json += (self ? "true" : "false").utf8 }

  package init(_ json: JSONTree) throws(WireError) {
    guard let truth = json.truth else { throw WireError(expected: "true or false") }
    self = truth
  }
}

extension FixedWidthInteger {
  package func write(to json: inout [UInt8]) { json += "\(self)".utf8 }

  package init(_ json: JSONTree) throws(WireError) {
    guard let number: Self = json.integer() else { throw WireError(expected: "a whole number") }
    self = number
  }
}

extension Int: WireValue {}
extension Int32: WireValue {}
extension UInt16: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}
extension UInt8: WireValue {}

extension Double: WireValue {
  package func write(to json: inout [UInt8]) { json += "\(self)".utf8 }

  package init(_ json: JSONTree) throws(WireError) {
    guard case .number(let digits) = json, let number = Double(digits), number.isFinite else {
      throw WireError(expected: "a number")
    }
    self = number
  }
}

extension String: WireValue {
  package func write(to json: inout [UInt8]) { JSONText.append(quoted: self, to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    guard let text = json.text else { throw WireError(expected: "a text") }
    self = text
  }
}

/// Seconds with up to nine decimals.
extension Duration: WireValue {
  package func write(to json: inout [UInt8]) {
    var (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 {
      json.append(UInt8(ascii: "-"))
      (seconds, attoseconds) = (-seconds, -attoseconds)
    }
    json += "\(seconds)".utf8
    let nanoseconds = attoseconds / 1_000_000_000
    guard nanoseconds > 0 else { return }
    let digits = "\(nanoseconds)"
    json.append(UInt8(ascii: "."))
    json += (String(repeating: "0", count: 9 - digits.utf8.count) + digits).utf8
    while json.last == UInt8(ascii: "0") { json.removeLast() }
  }

  package init(_ json: JSONTree) throws(WireError) {
    guard case .number(let text) = json else { throw WireError(expected: "seconds") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = text.hasPrefix("-")
    let decimals = parts.count > 1 ? String(parts[1]).prefix(9) : "0"
    guard parts.count <= 2, let whole = parts.first.flatMap({ Int64($0) }), let fraction = Int64(decimals),
      whole.magnitude <= 1 << 40
    else { throw WireError(expected: "seconds") }
    var nanoseconds = fraction
    for _ in decimals.count..<9 { nanoseconds *= 10 }
    self = .seconds(whole) + .nanoseconds(isNegative ? -nanoseconds : nanoseconds)
  }
}

extension Optional: WireValue where Wrapped: WireValue {
  package func write(to json: inout [UInt8]) {
    if let self { self.write(to: &json) } else { json += "null".utf8 }
  }

  package init(_ json: JSONTree) throws(WireError) {
    self = json.isNull ? nil : try Wrapped(json)
  }
}

extension Array: WireValue where Element: WireValue {
  package func write(to json: inout [UInt8]) {
    json.append(UInt8(ascii: "["))
    for index in indices {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      self[index].write(to: &json)
    }
    json.append(UInt8(ascii: "]"))
  }

  package init(_ json: JSONTree) throws(WireError) {
    guard let list = json.list else { throw WireError(expected: "a list") }
    self = []
    reserveCapacity(list.count)
    for element in list { append(try Element(element)) }
  }
}

/// An enumeration whose cases are words.
package protocol WireWord: WireValue, RawRepresentable where RawValue == String {}

extension WireWord {
  package func write(to json: inout [UInt8]) { rawValue.write(to: &json) }

  package init(_ json: JSONTree) throws(WireError) {
    guard let value = json.text.flatMap(Self.init(rawValue:)) else {
      throw WireError(expected: "a known word")
    }
    self = value
  }
}
