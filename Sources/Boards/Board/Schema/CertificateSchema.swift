import Configuration

extension CertificatePolicy {
  /// Reads the options of a request that are about certificates.
  /// - Parameter url: The address of the request; nil if it is a mistake.
  static func read(_ fields: inout FieldReader, url: VariableText?, in place: BoardPlace) -> Self {
    let trust = readTrust(&fields, in: place)
    let remaining = fields.read(
      "expires-in", .positiveDuration,
      "the time for which the server's certificate must remain valid; only with an `https` address",
      default: "no limit", example: "14d")
    if remaining != nil, let url, "\(url)".lowercased().hasPrefix("http:") {
      fields.mistake(
        "`expires-in` needs an `https` address: others have no certificate", at: "expires-in")
    }
    return CertificatePolicy(trust: trust, remaining: remaining)
  }

  /// Reads the options about which certificates are accepted.
  static func readTrust(_ fields: inout FieldReader, in place: BoardPlace) -> Trust {
    let isInsecure = fields.read(
      "insecure", .truth, "whether any certificate of the server is accepted", default: "`false`",
      example: "true")
    let authorities = fields.read(
      "ca", .file(in: place),
      "a PEM file, relative to the board's file, with the authorities that are trusted instead of those of the system",
      default: "those of the system", example: "ca.pem")
    if isInsecure == true, authorities != nil {
      fields.mistake("`ca` has no effect: `insecure` accepts any certificate", at: "ca")
    }
    return isInsecure == true ? .anyone : authorities.map { .file($0) } ?? .system
  }
}
