import Configuration

extension ValueReader where Value == TCPProbe {
  /// `host:port`, or a mapping with both.
  static var tcpProbe: Self {
    hostAndPort.or(
      .mapping("tcp") { fields in
        let host = fields.require("host", .host, "a name or an address", example: "::1")
        let port = fields.require("port", .count(1...65_535), "the port", example: "5432")
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
        return TCPProbe(host: host, port: UInt16(port), slowerThan: slowerThan, timeout: timeout)
      })
  }

  private static var hostAndPort: Self {
    .parsed(
      "a host and a port such as localhost:5432", ValueSchema("`host:port`", .string(pattern: ":[0-9]+$")),
      hint: { text in
        let isPort = UInt16(text).map { $0 > 0 } ?? false
        return isPort ? "did you mean `localhost:\(text)`?" : nil
      },
      parse: { TCPProbe($0) })
  }
}

extension ValueReader where Value == String {
  fileprivate static var host: Self {
    .parsed("a name or an address such as localhost, 10.0.0.1 or ::1", .text) { text in
      TCPProbe.host(text) ?? TCPProbe.host("[\(text)]")
    }
  }
}
