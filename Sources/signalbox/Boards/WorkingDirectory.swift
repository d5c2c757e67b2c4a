#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The working directory of this process.
enum WorkingDirectory {
  /// Its path, of any length, while that of Foundation ends at 1,024 bytes; `.` if it has been removed.
  static var path: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}
