#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Writes a file that must not exist yet.
enum NewFile {
  /// Why the file was not written.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  static func write(_ text: String, to path: String) throws(Refusal) {
    // `x` creates the file exclusively, so an existing file is never overwritten.
    guard let stream = fopen(path, "wx") else {
      throw Refusal(reason: errno == EEXIST ? "exists already and was left alone" : reason(errno))
    }
    let isWritten = fputs(text, stream) >= 0
    guard fclose(stream) == 0, isWritten else {
      let code = errno
      unlink(path)
      throw Refusal(reason: reason(code))
    }
  }

  private static func reason(_ code: Int32) -> String {
    "cannot be written: \(String(cString: strerror(code)))"
  }
}
