import Essentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a journal of groups says: a header, and lines `+ GROUP TIME` and `- GROUP TIME`.
///
/// The journal of an earlier boot, of another container, or that is no journal, has no groups. Lines that are
/// incomplete are ignored.
struct GroupRecord: Equatable {
  /// The groups that have begun and not ended.
  private(set) var groups: Set<Int32> = []
  /// The last time of a line: these groups existed at that time, in nanoseconds on the clock of
  /// ``ProcessStatus/startTime``.
  private(set) var time: UInt64 = 0

  /// The first line of a journal: the kind of file, the boot of the system, and the numbering of its
  /// processes.
  static let header = "signalbox groups 1 \(boot) \(numbering)"

  /// The most bytes of a file that are read.
  private static let sizeLimit = 4 << 20

  init(_ text: some StringProtocol) {
    var lines = text.split(separator: "\n").makeIterator()
    guard let first = lines.next(), first == Self.header else { return }
    while let line = lines.next() {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, let group = Int32(words[1]), group > 1, let time = UInt64(words[2]) else {
        continue
      }
      switch words[0] {
      case "+": groups.insert(group)
      case "-": groups.remove(group)
      default: continue
      }
      self.time = max(self.time, time)
    }
  }

  /// Reads a journal; a file that cannot be read has no groups.
  init(path: String) {
    // A named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      self.init("")
      return
    }
    defer { Descriptor.close(descriptor) }
    self.init(String(decoding: Descriptor.start(of: descriptor, limit: Self.sizeLimit), as: UTF8.self))
  }

  private static var boot: String {
    #if canImport(Darwin)
    var uuid = [UInt8](repeating: 0, count: 64)
    var size = uuid.count
    guard sysctlbyname("kern.bootsessionuuid", &uuid, &size, nil, 0) == 0 else { return "unknown" }
    return String(decoding: uuid.prefix { $0 != 0 }, as: UTF8.self)
    #else
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")
    return text.map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } } ?? "unknown"
    #endif
  }

  /// Containers of one system number their processes separately.
  private static var numbering: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? "all"
  }
}
