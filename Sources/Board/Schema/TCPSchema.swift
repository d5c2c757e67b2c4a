import Configuration

extension ValueReader where Value == TCPProbe {
  /// `host:port`, or a mapping with both.
  static var tcpProbe: Self {
    Self { field in
      guard case .mapping = field.node.content else {
        let expected = "a host and a port such as localhost:5432"
        guard let text = ValueReader<YAMLScalar>.scalar(expected).read(field)?.text else { return nil }
        guard let probe = TCPProbe(text) else {
          let isPort = UInt16(text).map { $0 > 0 } ?? false
          field.mustBe(expected, hint: isPort ? "did you mean `localhost:\(text)`?" : nil)
          return nil
        }
        return probe
      }
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let host = fields.read("host", .host)
      let port = fields.read("port", .count(1...65_535))
      let slowerThan = fields.read("slower-than", .positiveDuration)
      let timeout = fields.read("timeout", .positiveDuration) ?? TCPProbe.defaultTimeout
      fields.finish()
      fields.checkSlowness(slowerThan, timeout: timeout, field.report)
      for key in ["host", "port"] where fields.location(of: key) == nil {
        field.mistake("\(field.name) needs a `\(key)`")
      }
      guard let host, let port else { return nil }
      return TCPProbe(host: host, port: UInt16(port), slowerThan: slowerThan, timeout: timeout)
    }
  }
}

extension ValueReader where Value == String {
  fileprivate static var host: Self {
    Self { field in
      guard let text = Self.text.read(field) else { return nil }
      guard let host = TCPProbe.host(text[...]) ?? TCPProbe.host("[\(text)]") else {
        field.mustBe("a name or an address such as localhost, 10.0.0.1 or ::1")
        return nil
      }
      return host
    }
  }
}
