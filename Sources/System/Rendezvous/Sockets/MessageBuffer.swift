#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Received bytes as messages: a newline ends each.
@MainActor
struct MessageBuffer {
  /// Why no message is read any more.
  enum Refusal: Error {
    case tooLong
    /// More than ``PassedDescriptors/limit``, perhaps without an end of the message: a peer could take all
    /// descriptors of this process.
    case tooManyDescriptors
  }

  /// A longer message's memory is released when the message has been read.
  private static let keptCapacity = 1 << 17

  /// The most bytes of a message, without its newline.
  let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next message starts in `bytes`.
  private var start = 0
  /// The bytes before this one contain no newline of the next message.
  private var searched = 0
  /// Descriptors that have arrived, with the offset of the last byte that arrived in the same call.
  private var passed: [(offset: Int, descriptors: PassedDescriptors)] = []

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { start == bytes.count }

  /// Adds the bytes of one call, with the descriptors that arrived in it.
  ///
  /// The kernel ends a call after the bytes that were sent with descriptors. As a sender passes them with the
  /// first byte of a message, they belong to the message that contains the last byte.
  mutating func append(_ received: UnsafeRawBufferPointer, _ descriptors: PassedDescriptors) {
    bytes += received
    if descriptors.count > 0 { passed.append((bytes.count - 1, descriptors)) }
  }

  /// Removes the first message; nil if it has not wholly arrived.
  mutating func next() throws(Refusal) -> SocketMessage? {
    let newline = bytes.withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(base + searched, 10, bytes.count - searched).map { UnsafeRawPointer($0) - base }
    }
    let end = newline ?? bytes.count
    guard end - start <= limit else { throw .tooLong }
    guard descriptorCount(to: end) <= PassedDescriptors.limit else { throw .tooManyDescriptors }
    guard let newline else {
      compact()
      return nil
    }
    let message = SocketMessage(bytes: Array(bytes[start..<newline]), descriptors: descriptors(to: newline))
    start = newline + 1
    searched = start
    return message
  }

  private func descriptorCount(to end: Int) -> Int {
    passed.lazy.prefix { $0.offset <= end }.reduce(0) { $0 + $1.descriptors.count }
  }

  private mutating func descriptors(to end: Int) -> PassedDescriptors {
    let all = PassedDescriptors()
    while let first = passed.first, first.offset <= end {
      all.append(first.descriptors)
      passed.removeFirst()
    }
    return all
  }

  /// Removes the messages that were read, and the memory that a long one needed.
  private mutating func compact() {
    if start > 0 {
      if bytes.capacity > Self.keptCapacity {
        bytes = Array(bytes[start...])
      } else {
        bytes.removeFirst(start)
      }
      for index in passed.indices { passed[index].offset -= start }
      start = 0
    }
    searched = bytes.count
  }
}
