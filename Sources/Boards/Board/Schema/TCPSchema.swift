import Configuration

extension ValueReader where Value == TCPProbe {
  /// `host:port`, or a mapping with both.
  static var tcpProbe: Self {
    hostAndPort.or(
      .mapping("tcp") { fields in
        let host = fields.require(
          "host", .host,
          "a name or an address; `${NAME}` in it and in the port is an [environment variable](#variables)",
          example: "::1")
        let port = fields.require("port", .port, "the port", example: "5432")
        let slowerThan = fields.read(
          "slower-than", .positiveDuration,
          "the time after which a connection counts as a failure; shorter than `timeout`",
          default: "no limit", example: "50ms")
        let timeout =
          fields.read(
            "timeout", .positiveDuration, "the time limit of connecting", default: "`10s`", example: "1s")
          ?? TCPProbe.defaultTimeout
        fields.checkSlowness(slowerThan, timeout: timeout)
        guard let host, let port else { return nil }
        return TCPProbe(host: host, port: port, slowerThan: slowerThan, timeout: timeout)
      })
  }

  private static var hostAndPort: Self {
    let expected = "a host and a port such as localhost:5432"
    return Self(ValueSchema("`host:port`", .string(pattern: #"(:[0-9]+$|\$\{)"#))) { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar(expected).read(field),
        let text = ValueReader<VariableText>.variableText(.anyText).read(field),
        !field.refusesCharacter(in: scalar)
      else { return nil }
      if TCPProbe(text.sample) != nil || text.dependsOnValues { return TCPProbe(address: text) }
      let isPort = TCPProbe.port(scalar.text) != nil
      field.mustBe(expected, hint: isPort ? "did you mean `localhost:\(scalar.text)`?" : nil)
      return nil
    }
  }
}

extension ValueReader where Value == VariableText {
  /// A host in which variables may be.
  fileprivate static var host: Self {
    let expected = "a name or an address such as localhost, 10.0.0.1 or ::1"
    return Self(.text) { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar(expected).read(field),
        let text = variableText(.anyText).read(field), !field.refusesCharacter(in: scalar)
      else { return nil }
      let sample = text.sample
      if TCPProbe.host(sample) ?? TCPProbe.host("[\(sample)]") != nil || text.dependsOnValues { return text }
      field.mustBe(expected)
      return nil
    }
  }

  /// A port in which variables may be.
  fileprivate static var port: Self {
    let count = ValueReader<Int>.count(1...65_535)
    let schema = {
      ValueSchema(count.schema().type, .either([count.schema().shape, .string(pattern: #"\$\{"#)]))
    }
    return Self(schema()) { field in
      guard let text = field.node.scalar?.text, text.contains("${") else {
        return count.read(field).map { VariableText(literal: "\($0)") }
      }
      guard let port = variableText(.anyText).read(field) else { return nil }
      if TCPProbe.port(port.sample) != nil || port.dependsOnValues { return port }
      field.mustBe("a whole number from 1 to 65535")
      return nil
    }
  }
}
