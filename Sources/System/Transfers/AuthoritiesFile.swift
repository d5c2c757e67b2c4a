#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A PEM file with the certificates of authorities.
package enum AuthoritiesFile {
  /// The first bytes that are searched for a certificate: others may stand before it, also as text.
  private static let searchedSize = 1 << 20

  /// Checks what libcurl does not explain.
  /// - Throws: ``NetworkFailure/authorities(_:_:)`` if the file cannot be read or has no certificate.
  package static func check(_ path: String) throws(NetworkFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .authorities(path, systemError) }
    // Opening a pipe could wait for ever.
    guard status.st_mode & S_IFMT == S_IFREG else { throw .authorities(path, "it is not a file") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .authorities(path, systemError) }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: min(Self.searchedSize, Int(status.st_size))) {
      $1 = max(0, read(descriptor, $0.baseAddress, $0.count))
    }
    let marks = ["-----BEGIN CERTIFICATE-----", "-----BEGIN TRUSTED CERTIFICATE-----"]
    guard marks.contains(where: { bytes.contains(Array($0.utf8)) }) else {
      throw .authorities(path, "it has no certificate in the format PEM")
    }
  }

  private static var systemError: String { String(cString: strerror(errno)) }
}
