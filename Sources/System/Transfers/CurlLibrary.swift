internal import CCurl

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// libcurl, loaded while the program runs.
///
/// The program is not linked with it: without probes it loads none of its libraries, and it starts where
/// there is none.
///
/// `@unchecked Sendable`: its functions can be called on any thread, and it is never unloaded.
package struct CurlLibrary: @unchecked Sendable {
  #if canImport(Darwin)
  package static let usualNames = ["/usr/lib/libcurl.4.dylib", "libcurl.4.dylib"]
  #else
  /// The second one is the same with another library for TLS.
  package static let usualNames = ["libcurl.so.4", "libcurl-gnutls.so.4"]
  #endif

  let functions: OpaquePointer

  /// Loads the first of the libraries that exists and is recent enough.
  /// - Throws: ``NetworkFailure/noLibrary``.
  init(names: [String] = usualNames) throws(NetworkFailure) {
    let texts = names.map { strdup($0) }
    defer { for text in texts { free(text) } }
    var pointers = texts.map { UnsafePointer($0) } + [nil]
    guard let functions = curl_open(&pointers) else { throw .noLibrary }
    self.functions = functions
  }

  /// What the code of an error means.
  func meaning(of code: CInt) -> String { curl_error_text(functions, code).map { String(cString: $0) } ?? "" }
}
