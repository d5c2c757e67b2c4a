/// The answer of a server.
package struct TransferAnswer: Sendable, Equatable {
  package var status: Int
  /// The body up to the limit; empty if its parts were delivered.
  package var body: [UInt8]
  /// Whether the body continues after the limit.
  package var isCut: Bool
  /// The address to which the answer redirects; nil if it does not.
  package var redirect: String?
  /// When the certificate of the server expires, in seconds since 1970; nil if it is not wanted, and if the
  /// answer came without a certificate.
  package var certificateEnd: Int64?

  package init(
    status: Int, body: [UInt8], isCut: Bool = false, redirect: String? = nil, certificateEnd: Int64? = nil
  ) {
    self.status = status
    self.body = body
    self.isCut = isCut
    self.redirect = redirect
    self.certificateEnd = certificateEnd
  }
}
