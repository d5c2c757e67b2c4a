import CProcess
import Essentials

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a program inherits from the process that starts it, as a value. It can be sent to another process,
/// which then starts programs as the sender would.
///
/// It does not contain what cannot be sent: control groups, namespaces, capabilities, processor affinity.
package struct ProcessContext: Sendable, Equatable {
  /// A soft limit of the system.
  package struct Limit: Sendable, Equatable {
    /// One of the constants `RLIMIT_…` of this system.
    package let resource: Int32
    package let soft: UInt64

    package init(resource: Int32, soft: UInt64) {
      self.resource = resource
      self.soft = soft
    }
  }

  /// Why a context cannot be used.
  package enum Invalid: Error, Equatable {
    /// The environment has more than ``ProcessContext/environmentLimit`` bytes.
    case environmentTooLarge
    /// This is not the encoding of a context.
    case malformed
  }

  /// The most bytes of an environment, with the null byte that ends each of its entries.
  package static let environmentLimit = 1 << 20

  /// The entries `NAME=value`, byte for byte. None is empty or contains a null byte.
  package let environment: [[UInt8]]
  /// The permissions that new files do not have.
  package let umask: UInt32
  /// The nice value, from -20 to 19. One that is lower than that of the starting process needs a privilege,
  /// and is ignored without it.
  package let nice: Int32
  /// A hard limit of the starting process that is lower applies instead.
  package let limits: [Limit]

  package init(environment: [[UInt8]], umask: UInt32, nice: Int32, limits: [Limit]) throws(Invalid) {
    guard environment.reduce(0, { $0 + $1.count + 1 }) <= Self.environmentLimit else {
      throw .environmentTooLarge
    }
    guard !environment.contains(where: { $0.isEmpty || $0.contains(0) }), umask <= 0o777,
      (-20...19).contains(nice), limits.count <= 64
    else { throw .malformed }
    self.environment = environment
    self.umask = umask
    self.nice = nice
    self.limits = limits
  }

  /// The context of this process, with the limit on descriptors that it was started with.
  package static func current() throws(Invalid) -> ProcessContext {
    try ProcessContext(
      environment: currentEnvironment, umask: currentUmask, nice: process_nice(),
      limits: currentLimits)
  }

  /// The environment of this process.
  static var currentEnvironment: [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = spawn_environment()
    while let entry = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      if !bytes.isEmpty { entries.append(Array(bytes)) }
      next = next?.successor()
    }
    return entries
  }

  /// The system only returns the mask when it is replaced, which affects files that other threads create
  /// meanwhile. Linux also reports it in a file.
  private static var currentUmask: UInt32 {
    if let status = FileManager.default.contents(atPath: "/proc/self/status"),
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasPrefix("Umask:") }),
      let mask = UInt32(line.dropFirst(6).filter(\.isNumber), radix: 8)
    {
      return mask
    }
    let mask = Self.setMask(0o077)
    _ = Self.setMask(mask)
    return UInt32(mask)
  }

  private static func setMask(_ mask: mode_t) -> mode_t {
    #if canImport(Darwin)
    Darwin.umask(mask)
    #else
    Glibc.umask(mask)
    #endif
  }

  private static var currentLimits: [Limit] {
    (0..<Int32(32)).compactMap { resource in
      var soft = rlim_t()
      guard process_limit(resource, &soft) == 0 else { return nil }
      let isRaised = resource == DescriptorLimit.number && DescriptorLimit.ofChildren != 0
      return Limit(resource: resource, soft: UInt64(isRaised ? DescriptorLimit.ofChildren : soft))
    }
  }
}
