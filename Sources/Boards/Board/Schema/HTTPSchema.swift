import Configuration
import Essentials

extension ValueReader where Value == HTTPProbe {
  /// An address, or a mapping with all properties of a request.
  static func httpProbe(in place: BoardPlace) -> Self {
    ValueReader<VariableText>.address.map { HTTPProbe(url: $0) }.or(
      .mapping("http") { fields in
        let url = fields.require(
          "url", .address,
          "an `http` or `https` address, without a user name; `${NAME}` is an [environment variable](#variables)",
          example: "https://example.org/health")
        let method = fields.read(
          "method", .httpMethod, "the method", default: "`GET`, or `POST` with a `body`", example: "HEAD")
        let headers = fields.read(
          "headers", .httpHeaders, "additional headers", default: "none", example: "{ Accept: text/plain }")
        let body = fields.read(
          "body", .secret, "the body of the request; not with `GET` and `HEAD`", default: "none",
          example: "'{\"deep\": true}'")
        let expect = fields.read(
          "expect", .statusCodes, "the statuses that succeed: single ones, classes and ranges",
          default: "`2xx`", example: "[200, 404]")
        let contains = fields.read(
          "contains", .text, "text that the body of the response must contain; not with `HEAD`",
          default: "anything", example: "healthy")
        let json = fields.read(
          "json", .jsonExpectations,
          "values that the body of the response must contain as JSON, by their paths; not with `HEAD`",
          default: "anything", example: "{ $.status: ok }")
        let slowerThan = fields.read(
          "slower-than", .positiveDuration,
          "the time after which a response counts as a failure; shorter than `timeout`", default: "no limit",
          example: "500ms")
        let timeout =
          fields.read(
            "timeout", .positiveDuration, "the time limit of an attempt, from connecting to the last byte",
            default: "`10s`", example: "5s") ?? HTTPProbe.defaultTimeout
        let certificates = CertificatePolicy.read(&fields, url: url, in: place)
        fields.checkSlowness(slowerThan, timeout: timeout)
        fields.checkBodies(method)
        return url.map {
          HTTPProbe(
            url: $0, method: method, headers: headers ?? [], body: body, expect: expect ?? .successful,
            contains: contains, json: json ?? [], slowerThan: slowerThan, timeout: timeout,
            certificates: certificates)
        }
      })
  }
}

extension FieldReader {
  /// Reports options about bodies that the method does not have.
  fileprivate func checkBodies(_ method: String?) {
    guard let method, ["GET", "HEAD"].contains(method) else { return }
    if contains("body") {
      mistake("`body` cannot be combined with the method \(method): its request has no body", at: "body")
    }
    for key in ["contains", "json"] where method == "HEAD" && contains(key) {
      mistake("\(quoted(key)) cannot be combined with the method HEAD: its response has no body", at: key)
    }
  }
}

extension ValueReader where Value == VariableText {
  /// The address of a request.
  static var address: Self {
    let expected = "an address such as https://example.org/health"
    var schema: ValueSchema { ValueSchema("address", .string(pattern: "^([hH][tT][tT][pP][sS]?://|\\$\\{)")) }
    return Self(schema) { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar(expected).read(field),
        let text = variableText(.anyText).read(field),
        !field.refusesCharacter(
          in: scalar, hint: { "in a path or a query, write it as \($0.percentEncoded)" })
      else { return nil }
      do throws(HTTPAddress.Mistake) {
        _ = try HTTPAddress.url(text.sample)
        return text
      } catch {
        switch error {
        case .user:
          field.report.conceal(scalar)
          field.mistake(
            "\(field.name) must not contain a user name", hint: "send it in the header `Authorization`")
        case .port: field.mistake("\(field.name) must have a port from 1 to 65535")
        // The values of variables without a default may make it an address.
        case .malformed where text.dependsOnValues: return text
        case .malformed: field.mustBe(expected, hint: suggestion(for: scalar.text))
        }
        return nil
      }
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
  /// A method in the form in which it is sent: all known methods are uppercase.
  fileprivate static var httpMethod: Self {
    .parsed("a method such as GET or POST", .text) { $0.isHTTPToken ? $0.uppercased() : nil }
  }

  /// Any text. Messages do not show it.
  fileprivate static var secret: Self {
    Self(.anyText) { field in
      if let scalar = field.node.scalar { field.report.conceal(scalar) }
      return anyText.read(field)
    }
  }
}

extension ValueReader where Value == [HTTPProbe.Header] {
  static var httpHeaders: Self {
    Self(.texts) { field in
      var names: Set<String> = []
      return field.entries()?.compactMap { name, entry in
        let value = ValueReader<VariableText>.variableText(.secret).read(
          field.child(quoted(name), entry.value))
        if !name.isHTTPToken {
          field.report.mistake("\(quoted(name)) is not a valid name for a header", at: entry.key.location)
        } else if !names.insert(name.lowercased()).inserted {
          field.report.mistake("duplicate header \(quoted(name))", at: entry.key.location)
        }
        guard let value else { return nil }
        if !HTTPProbe.Header.allows("\(value)") {
          field.report.mistake("the header \(quoted(name)) must be one line", at: entry.value.location)
        }
        return HTTPProbe.Header(name: name, value: value)
      }
    }
  }
}

extension ValueReader where Value == StatusCodes {
  /// A status, a class or a range, or a list of them.
  fileprivate static var statusCodes: Self {
    one.oneOrMore.map { codes in codes.dropFirst().reduce(codes.first) { $0?.union($1) } }
  }

  private static var one: Self {
    let shape = ValueSchema.Shape.either([
      .integer(100...599), .string(pattern: "^([1-5][0-9][0-9](-[1-5][0-9][0-9])?|[1-5][xX][xX])$"),
    ])
    return .parsed(
      "a status such as 200, 2xx or 200-299",
      ValueSchema("status", .named("status", meaning: "200, 2xx or 200-299", shape)),
      parse: { StatusCodes($0) })
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
