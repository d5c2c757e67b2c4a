/// The file that keeps the output of an action.
///
///     LogDefinition("/var/log/build.log").oldPaths   // ["/var/log/build.log.1", "/var/log/build.log.2"]
public struct LogDefinition: Sendable, Equatable {
  /// The path of the file.
  public let path: String
  /// The bytes from which on a new file begins. Always positive.
  public let sizeLimit: Int
  /// How many files are kept, with the present one; at least 1.
  public let count: Int

  /// The values if the board does not set them.
  public static let defaultSizeLimit = 10_000_000
  public static let defaultCount = 3

  public init(_ path: String, sizeLimit: Int = Self.defaultSizeLimit, count: Int = Self.defaultCount) {
    self.path = path
    self.sizeLimit = sizeLimit
    self.count = count
  }

  /// The paths of the earlier files, the latest one first.
  public var oldPaths: [String] { (1..<max(1, count)).map { "\(path).\($0)" } }
}
