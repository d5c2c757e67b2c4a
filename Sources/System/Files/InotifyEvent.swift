#if os(Linux)
internal import Glibc

/// An inotify event.
struct InotifyEvent: Equatable {
  /// The watch descriptor of the event; -1 if the queue has overflowed.
  let watch: Int32
  /// The name of the file in the watched directory; nil for an event of the watched file or directory itself.
  let name: String?

  /// Parses the events returned by one `read`.
  static func all(in bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
    let headerSize = MemoryLayout<inotify_event>.size
    var events: [InotifyEvent] = []
    var offset = 0
    while offset + headerSize <= bytes.count {
      let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + headerSize + Int(header.len)
      guard end <= bytes.count else { break }
      // The name is padded with zero bytes.
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
