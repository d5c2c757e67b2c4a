#if os(Linux)
internal import Glibc

/// One event as the kernel writes it.
struct InotifyEvent: Equatable {
  /// The watch that it belongs to; -1 when events were lost.
  let watch: Int32
  /// The name of what changed in a directory; nil for an event of what is watched itself.
  let name: String?

  /// All events of one reading.
  static func all(in bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
    let headerSize = MemoryLayout<inotify_event>.size
    var events: [InotifyEvent] = []
    var offset = 0
    while offset + headerSize <= bytes.count {
      let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + headerSize + Int(header.len)
      guard end <= bytes.count else { break }
      // The name is filled up with zeros.
      let name = bytes[(offset + headerSize)..<end].prefix { $0 != 0 }
      events.append(
        InotifyEvent(
          watch: header.wd, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
      offset = end
    }
    return events
  }
}
#endif
