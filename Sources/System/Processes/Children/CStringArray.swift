#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// C strings in an array that ends with a null pointer, as `execve` takes them.
struct CStringArray: ~Copyable {
  /// The last element is always null.
  private var pointers: [UnsafeMutablePointer<CChar>?]

  /// Copies the strings, each up to its first null byte.
  init(_ strings: [String] = []) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }

  /// Appends a copy of the bytes, which contain no null byte.
  mutating func append(_ bytes: [UInt8]) {
    let string = calloc(bytes.count + 1, 1)
    UnsafeMutableRawBufferPointer(start: string, count: bytes.count).copyBytes(from: bytes)
    pointers.insert(string?.assumingMemoryBound(to: CChar.self), at: pointers.endIndex - 1)
  }

  /// Calls the body with the array, which is valid until the body returns.
  borrowing func withUnsafePointer<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
