internal import Essentials

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Which running system this process belongs to. Hosts that share a home directory must not share locks,
/// because the sockets of one cannot be reached from the other.
///
/// It is the identifier of the boot. The name of a host can change while it runs, which would release its
/// locks, and copied virtual machines often have the same machine identifier. Containers of one host share
/// the boot, and their locks exclude each other, so they share the identity, too.
enum HostIdentity {
  /// Sixteen hexadecimal digits.
  static let current = StableHash.hex(bootIdentifier ?? hostName)

  #if os(Linux)
  private static var bootIdentifier: String? {
    SmallFile.read("/proc/sys/kernel/random/boot_id").map { String(decoding: $0, as: UTF8.self) }
  }
  #else
  private static var bootIdentifier: String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    var count = bytes.count
    guard sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
  #endif

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 257)
    gethostname(&bytes, bytes.count - 1)
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
