import Essentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What Linux reports about a process in `/proc/PID/stat`.
struct ProcessStatus: Equatable {
  /// The name of its program, safe to print. A process chooses its own name, so that may have any bytes.
  let name: String
  /// Whether all its threads have ended and it is not reaped yet.
  let isZombie: Bool
  let group: Int32
  let session: Int32
  /// When it has started, in nanoseconds since the system has; a multiple of the tick of the system.
  let startTime: UInt64
  /// The processor time that it has used, and its children that it has waited for have not.
  let processorTime: Duration
  /// Its resident memory in bytes.
  let memory: Int

  /// Parses `4711 (sleep) S 1 4711 4711 0 …`; nil for anything else.
  ///
  /// The name may contain spaces and parentheses, so it ends at the last parenthesis.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
      return nil
    }
    // From the third field on: state, parent, group, session, …, time as user and in the kernel in ticks, …,
    // time of the start in ticks, size, resident pages.
    let fields = text[text.index(after: close)...].split(whereSeparator: \.isWhitespace)
    guard
      fields.count > 21, let group = Int32(fields[2]), let session = Int32(fields[3]),
      let ticks = UInt64(fields[19]), let user = Int64(fields[11]), let kernel = Int64(fields[12]),
      let pages = Int(fields[21])
    else { return nil }
    self.group = group
    self.session = session
    // Its first thread may have ended before the others.
    isZombie = (fields[0] == "Z" || fields[0] == "X") && (fields[17] == "1" || fields[17] == "0")
    let tick = 1_000_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK)))
    startTime = ticks &* UInt64(tick)
    processorTime = .nanoseconds((user &+ kernel) &* Int64(tick))
    memory = pages &* sysconf(Int32(_SC_PAGESIZE))
    name = String(String.UnicodeScalarView(text[text.index(after: open)..<close].unicodeScalars.map(\.shown)))
  }

  /// Reads the status of a process; nil if it has been reaped, and on other systems.
  static func of(_ process: Int32) -> ProcessStatus? {
    FileManager.default.contents(atPath: "/proc/\(process)/stat")
      .flatMap { ProcessStatus(String(decoding: $0, as: UTF8.self)) }
  }

  /// What the descriptors of a process lead to, such as `/dev/null` and `socket:[4711]`; nothing if it is
  /// that of another user.
  static func openFiles(of process: Int32) -> [String] {
    let directory = "/proc/\(process)/fd"
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return entries.compactMap { entry in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = readlink("\(directory)/\(entry)", start, buffer.count)
        return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self) : nil
      }
    }
  }

  /// The numbers of all visible processes; none on other systems.
  static var processes: [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }
  }
}

extension Unicode.Scalar {
  /// The scalar itself, unless it controls a terminal or the direction of text.
  fileprivate var shown: Unicode.Scalar {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: "?"
    default: self
    }
  }
}
