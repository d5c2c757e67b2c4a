extension String {
  /// Calls `body` with the UTF-8 of the text, without a copy if the text is stored as UTF-8.
  package func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if utf8.withContiguousStorageIfAvailable(body) == nil { Array(utf8).withUnsafeBufferPointer(body) }
  }
}
