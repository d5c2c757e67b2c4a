#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Writes a line to standard error.
func complain(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
