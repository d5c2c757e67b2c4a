import Foundation
import Testing

@testable import Transfers

@Suite(.timeLimit(.minutes(15))) struct CurlFailureTests {
  @Test(arguments: [
    (CurlFailure(code: 1), NetworkFailure.notHTTP), (CurlFailure(code: 8), .notHTTP),
    (CurlFailure(code: 6), .unknownHost),
    (CurlFailure(code: 7, systemError: ECONNREFUSED), .refused),
    (CurlFailure(code: 7, systemError: EHOSTUNREACH), .unreachable),
    (CurlFailure(code: 7, systemError: ENETUNREACH), .unreachable),
    (CurlFailure(code: 7, message: "no luck"), .other("no luck")),
    (CurlFailure(code: 18, status: 200), .cutShort), (CurlFailure(code: 52), .closed),
    (CurlFailure(code: 56), .closed), (CurlFailure(code: 56, status: 200), .cutShort),
    (CurlFailure(code: 56, tunnelStatus: 403), .other("the proxy answered with the status 403")),
    (CurlFailure(code: 27), .headersTooLarge), (CurlFailure(code: 100), .headersTooLarge),
    (
      CurlFailure(code: 60, message: "SSL certificate problem: self-signed certificate"),
      .tls("self-signed certificate")
    ),
    (
      CurlFailure(code: 60, message: "SSL: no alternative subject name matches target host name '::1'"),
      .tls("no alternative subject name matches target host name '::1'")
    ),
    (
      CurlFailure(code: 35, message: "error:0A00010B:SSL routines::wrong version number"),
      .tls("wrong version number")
    ),
    (
      CurlFailure(
        code: 60, message: "server certificate verification failed. CAfile: /etc/x CRLfile: none"),
      .tls("server certificate verification failed")
    ),
    (
      CurlFailure(code: 77, message: "error setting certificate file: /etc/x"),
      .tls("error setting certificate file: /etc/x")
    ),
    (
      CurlFailure(code: 61, message: "Unrecognized content encoding"), .other("Unrecognized content encoding")
    ),
  ])
  func `the code decides`(failure: CurlFailure, expected: NetworkFailure) {
    #expect(NetworkFailure(failure) == expected)
  }
}
