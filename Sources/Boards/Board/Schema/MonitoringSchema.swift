import Configuration

extension FieldReader {
  /// Reads the options of a server that are the same for all uses.
  /// - Parameters:
  ///   - program: The name of the program that answers there.
  ///   - path: The path of its interface, which is not part of the address.
  mutating func readServer(
    _ program: String, path: String, example: String, in place: BoardPlace
  ) -> MonitoringServer? {
    let url = require(
      "url", .serverAddress(program, path: path),
      "the `http` or `https` address of \(program), without `\(path)`; `${NAME}` is an [environment variable](#variables)",
      example: example)
    let headers = read(
      "headers", .httpHeaders, "additional headers", default: "none",
      example: "{ Authorization: 'Bearer ${TOKEN}' }")
    let timeout = read(
      "timeout", .positiveDuration, "the time limit of a request, from connecting to the last byte",
      default: "`10s`", example: "5s")
    let trust = CertificatePolicy.readTrust(&self, in: place)
    return url.map {
      MonitoringServer(
        url: $0, headers: headers ?? [], timeout: timeout ?? HTTPProbe.defaultTimeout,
        certificates: CertificatePolicy(trust: trust))
    }
  }
}

extension ValueReader where Value == VariableText {
  /// The address of a server, to which paths are appended.
  static func serverAddress(_ program: String, path: String) -> Self {
    Self(address.schema()) { field in
      guard let url = address.read(field) else { return nil }
      let text = "\(url)"
      if text.contains(where: { $0 == "?" || $0 == "#" }) {
        field.mistake("\(field.name) \(Self.endOfAddress)")
        return nil
      }
      if let start = text.firstRange(of: "/api/v")?.lowerBound {
        field.mistake(
          "\(field.name) must be the address of \(program) without `\(path)`",
          hint: "did you mean \(quoted(String(text[..<start])))?")
        return nil
      }
      return url
    }
  }

  private static var endOfAddress: String { "must end with the host or a path, without `?` and `#`" }
}

extension ValueReader where Value == AlertsProbe {
  /// An address, or a mapping with all properties.
  static func alertsProbe(in place: BoardPlace) -> Self {
    let path = "/api/v2/alerts"
    return ValueReader<VariableText>.serverAddress("Alertmanager", path: path).map {
      AlertsProbe(MonitoringServer(url: $0))
    }.or(
      .mapping("alerts") { fields in
        let server = fields.readServer(
          "Alertmanager", path: path, example: "http://localhost:9093", in: place)
        let filter = fields.read(
          "filter", ValueReader<AlertMatcher>.alertMatcher.oneOrMore,
          "labels that alerts must have to matter: a matcher, or a list of which all must match",
          default: "all alerts", example: "['severity=page', 'team=~\"web|shop\"']")
        return server.map { AlertsProbe($0, filter: filter ?? []) }
      })
  }
}

extension ValueReader where Value == AlertMatcher {
  fileprivate static var alertMatcher: Self {
    .parsed(
      "a matcher such as severity=page or team=~\"web|shop\"",
      ValueSchema(
        "matcher", .string(pattern: #"^\s*[a-zA-Z_][a-zA-Z0-9_]*\s*(=~|!~|!=|=)"#)),
      hint: { text in
        let parts = text.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
        return parts.count == 2 && AlertMatcher("\(parts[0])=\(parts[1])") != nil
          ? "did you mean `\(parts[0])=\(parts[1])`?" : nil
      }, parse: { AlertMatcher($0) })
  }
}

extension ValueReader where Value == QueryProbe {
  static func queryProbe(in place: BoardPlace) -> Self {
    .mapping("query") { fields in
      let server = fields.readServer(
        "Prometheus", path: "/api/v1/query", example: "http://localhost:9090", in: place)
      let expression = fields.require(
        "expr", .text, "the expression in PromQL", example: "'max(node_load1)'")
      let warn = fields.read(
        "warn", .threshold, "values about which it warns: a relation and a number", default: "none",
        example: "'> 0.8'")
      let fail = fields.read(
        "fail", .threshold, "values with which it fails", default: "none", example: "'> 0.95'")
      if let warn, let fail, warn.isInside(fail) {
        fields.mistake("`warn` has no effect: `fail` applies to all values that are \(warn)", at: "warn")
      }
      guard let server, let expression else { return nil }
      return QueryProbe(server, expression: expression, warn: warn, fail: fail)
    }
  }
}

extension ValueReader where Value == Threshold {
  fileprivate static var threshold: Self {
    .parsed(
      "a relation and a number such as '> 0.8'",
      ValueSchema("threshold", .string(pattern: #"^\s*(==|!=|<=?|>=?)\s*[-+]?[0-9.]"#)),
      hint: { text in Double(text).map { _ in "did you mean `'> \(text)'`?" } }, parse: { Threshold($0) })
  }
}

extension ValueReader where Value == AlertmanagerDefinition {
  static func alertmanager(in place: BoardPlace) -> Self {
    let path = "/api/v2/alerts"
    return ValueReader<VariableText>.serverAddress("Alertmanager", path: path).map {
      AlertmanagerDefinition(MonitoringServer(url: $0))
    }.or(
      .mapping("alertmanager") { fields in
        let server = fields.readServer(
          "Alertmanager", path: path, example: "http://localhost:9093", in: place)
        let labels = fields.read(
          "labels", .alertLabels,
          "labels that are added to those of each alert, or replace them (`alertname`, `board`, `action`, `priority`, `instance`)",
          default: "none", example: "{ team: web }")
        let interval = fields.read(
          "every", .alertInterval,
          "how often alerts are sent again while their errors are present; after three times that without news they end by themselves",
          default: "`1m`", example: "30s")
        return server.map {
          AlertmanagerDefinition(
            $0, labels: labels ?? [], interval: interval ?? AlertmanagerDefinition.defaultInterval)
        }
      })
  }
}

extension ValueReader where Value == Duration {
  fileprivate static var alertInterval: Self {
    duration.satisfying("duration from 1s", "must be at least 1s") { $0 >= .seconds(1) }
  }
}

extension ValueReader where Value == [AlertmanagerDefinition.Label] {
  fileprivate static var alertLabels: Self {
    Self(.texts) { field in
      field.entries()?.compactMap { name, entry in
        let value = ValueReader<String>.text.read(field.child(quoted(name), entry.value))
        guard name.isLabelName else {
          field.report.mistake(
            "\(quoted(name)) is not a valid name for a label", at: entry.key.location,
            hint: "letters, digits and `_`, not a digit at the beginning, and not `__`")
          return nil
        }
        return value.map { AlertmanagerDefinition.Label(name: name, value: $0) }
      }
    }
  }
}

extension String {
  /// Whether Prometheus accepts it as the name of a label that users set.
  fileprivate var isLabelName: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      !hasPrefix("__")
    else { return false }
    return unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
    }
  }
}
