import Configuration
import Foundation

extension ValueReader where Value == HTTPProbe {
  /// An address, or a mapping with all that can be said about a request.
  static var httpProbe: Self {
    Self { field in
      guard case .mapping = field.node.content else {
        return ValueReader<URL>.address.read(field).map { HTTPProbe(url: $0) }
      }
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let url = fields.read("url", .address)
      let method = fields.read("method", .httpMethod)
      let headers = fields.read("headers", .httpHeaders)
      let body = fields.read("body", .secret)
      let expect = fields.read("expect", .statusCodes)
      let contains = fields.read("contains", .text)
      let json = fields.read("json", .jsonExpectations)
      let slowerThan = fields.read("slower-than", .positiveDuration)
      let timeout = fields.read("timeout", .positiveDuration) ?? HTTPProbe.defaultTimeout
      fields.finish()
      fields.checkSlowness(slowerThan, timeout: timeout, field.report)
      if fields.location(of: "url") == nil {
        field.mistake("\(field.name) needs a `url`")
      }
      if let method, let location = fields.location(of: "body"), ["GET", "HEAD"].contains(method) {
        field.report.mistake("`body` beside the method \(method), which sends none", at: location)
      }
      for key in ["contains", "json"] where method == "HEAD" {
        guard let location = fields.location(of: key) else { continue }
        field.report.mistake(
          "\(quoted(key)) beside the method HEAD, which is answered without a body", at: location)
      }
      return url.map {
        HTTPProbe(
          url: $0, method: method, headers: headers ?? [], body: body, expect: expect ?? .successful,
          contains: contains, json: json ?? [], slowerThan: slowerThan, timeout: timeout)
      }
    }
  }
}

extension ValueReader where Value == URL {
  fileprivate static var address: Self {
    let expected = "an address such as https://example.org/health"
    return Self { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar(expected).read(field) else { return nil }
      let parts = URLComponents(string: scalar.text, encodingInvalidCharacters: false)
      guard parts?.user == nil, parts?.password == nil else {
        field.report.conceal(scalar)
        field.mistake("\(field.name) has a user name in it", hint: "put it into the header `Authorization`")
        return nil
      }
      guard let parts, ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
        let url = parts.url
      else {
        field.mustBe(expected, hint: suggestion(for: scalar.text))
        return nil
      }
      guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
        field.mistake("\(field.name) has a port that is not from 1 to 65535")
        return nil
      }
      return url
    }
  }

  private static func suggestion(for text: String) -> String? {
    let address = "http://" + text
    guard !text.contains("://"), !text.hasPrefix("/"),
      URLComponents(string: address, encodingInvalidCharacters: false)?.host?.isEmpty == false
    else {
      return nil
    }
    return "did you mean \(quoted(address))?"
  }
}

extension ValueReader where Value == String {
  /// A method as it is sent: those that are known have capitals only.
  fileprivate static var httpMethod: Self {
    Self { field in
      guard let text = Self.text.read(field) else { return nil }
      guard text.isHTTPToken else {
        field.mustBe("a method such as GET or POST")
        return nil
      }
      return text.uppercased()
    }
  }

  /// Any text; messages do not show it.
  fileprivate static var secret: Self {
    Self { field in
      if let scalar = field.node.scalar { field.report.conceal(scalar) }
      return ValueReader<YAMLScalar>.scalar("a text").read(field)?.text
    }
  }
}

extension ValueReader where Value == [HTTPProbe.Header] {
  fileprivate static var httpHeaders: Self {
    Self { field in
      guard let entries = FieldReader.entries(of: field.node, named: field.name, field.report) else {
        return nil
      }
      var names: Set<String> = []
      return entries.compactMap { name, entry in
        let value = ValueReader<String>.secret.read(
          Field(name: quoted(name), node: entry.value, report: field.report))
        if !name.isHTTPToken {
          field.report.mistake("\(quoted(name)) cannot be the name of a header", at: entry.key.location)
        } else if !names.insert(name.lowercased()).inserted {
          field.report.mistake("the header \(quoted(name)) is given more than once", at: entry.key.location)
        }
        guard let value else { return nil }
        if value.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) {
          field.report.mistake("the header \(quoted(name)) must be one line", at: entry.value.location)
        }
        return HTTPProbe.Header(name: name, value: value)
      }
    }
  }
}

extension ValueReader where Value == StatusCodes {
  /// One status, class or range, or a list of them.
  fileprivate static var statusCodes: Self {
    Self { field in
      guard case .sequence(let elements) = field.node.content else { return one.read(field) }
      guard !elements.isEmpty else {
        field.mistake("\(field.name) is empty")
        return nil
      }
      let codes = elements.compactMap {
        one.read(Field(name: "an element of \(field.name)", node: $0, report: field.report))
      }
      return codes.dropFirst().reduce(codes.first) { $0?.union($1) }
    }
  }

  private static var one: Self {
    let expected = "a status such as 200, 2xx or 200-299"
    return Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected).read(field)?.text else { return nil }
      guard let codes = StatusCodes(text) else {
        field.mustBe(expected)
        return nil
      }
      return codes
    }
  }
}

extension String {
  /// Whether it is a `token` of RFC 9110: letters, digits and some marks.
  fileprivate var isHTTPToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
