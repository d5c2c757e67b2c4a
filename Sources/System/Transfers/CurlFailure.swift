#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// What libcurl reports of a transfer without an answer.
struct CurlFailure: Sendable, Equatable {
  /// The code of the error.
  var code: CInt
  /// The status of the answer; 0 if there was none.
  var status = 0
  /// The value of `errno`; 0 if it is not known.
  var systemError: CInt = 0
  /// The status with which a proxy answered the request for a tunnel; 0 if there was none.
  var tunnelStatus = 0
  /// The error in words, for people only.
  var message = ""
}

extension NetworkFailure {
  /// The failure that libcurl reports.
  init(_ failure: CurlFailure) {
    self =
      switch failure.code {
      // The first line of the answer is none of HTTP; a strange status.
      case 1, 8: .notHTTP
      case 3: .other("the address is not valid")
      case 5: .other("unknown host of the proxy")
      case 6: .unknownHost
      case 7 where failure.systemError != 0: NetworkFailure(errno: failure.systemError)
      // A single header of more than 100 KB: before version 8.6 it had the code of exhausted memory.
      case 27, 100: .headersTooLarge
      case 28: .timedOut
      case 56 where failure.tunnelStatus >= 300:
        .other("the proxy answered with the status \(failure.tunnelStatus)")
      // The transfer is incomplete; nothing was received; errors of HTTP/2, sending and receiving; a body
      // that cannot be sent again.
      case 16, 18, 52, 55, 56, 65, 92: failure.status > 0 ? .cutShort : .closed
      case 35, 51, 53, 54, 58, 59, 60, 64, 66, 80, 82, 83, 90, 91, 98: .tls(failure.reasonOfTLS)
      // The message ends with the path of a file.
      case Self.unusableAuthorities: .tls(failure.message)
      default: .other(failure.message)
      }
  }

  /// The code for a file of authorities that cannot be used.
  static let unusableAuthorities: CInt = 77

  /// The failure of a connection.
  package init(errno code: CInt) {
    self =
      switch code {
      case ECONNREFUSED: .refused
      case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .unreachable
      case ECONNRESET, EPIPE: .closed
      default: .other(String(cString: strerror(code)))
      }
  }
}

extension CurlFailure {
  /// The part of the message that a person needs: "self-signed certificate" of "SSL certificate problem:
  /// self-signed certificate". What stands before are names of functions and of the libraries.
  fileprivate var reasonOfTLS: String {
    var reason = message[...]
    if let files = reason.firstRange(of: ". CAfile:") { reason = reason[..<files.lowerBound] }
    for mark in ["SSL routines:", ": "] {
      guard let last = reason.ranges(of: mark).last else { continue }
      reason = reason[last.upperBound...].drop { $0 == ":" }
    }
    return String(reason)
  }
}
