internal import Configuration

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file with variables for a command.
public struct VariableFile: Sendable, Equatable {
  /// The path; a relative one is relative to the working directory of signalbox.
  public let path: String
  /// Whether its variables replace those of the same name that the command inherits.
  public let overrides: Bool
  /// Whether it may be missing: then it has no variables.
  public let isOptional: Bool

  /// The most bytes of a file.
  public static let sizeLimit = 1 << 20

  public init(_ path: String, overrides: Bool = false, isOptional: Bool = false) {
    self.path = path
    self.overrides = overrides
    self.isOptional = isOptional
  }

  /// Why a file cannot be used. The text of the file, which may be secret, is not a part of it.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether the file cannot be read here. Otherwise it is there, and has a mistake.
    public let isMissing: Bool
  }

  /// Reads the variables.
  public func variables() throws(Failure) -> [String: String] {
    var status = stat()
    if stat(path, &status) == 0 {
      // A pipe could let the reader wait for ever.
      guard status.st_mode & S_IFMT == S_IFREG else { throw mistake(" is not a file") }
      guard status.st_size <= Self.sizeLimit else {
        throw mistake(" is larger than \(Self.sizeLimit >> 20) MiB, the limit for a file of variables")
      }
    } else if isOptional, errno == ENOENT || errno == ENOTDIR {
      return [:]
    }
    let text: String
    do throws(Diagnostic) {
      text = try SourceFile.text(of: path, kind: "file of variables")
    } catch {
      guard let line = error.location?.line else {
        throw Failure(description: "\(path): \(error.message)", isMissing: access(path, R_OK) != 0)
      }
      throw mistake(": line \(line) is not UTF-8")
    }
    do throws(EnvironmentFile.Mistake) {
      return try EnvironmentFile.variables(in: text)
    } catch {
      throw mistake(": \(error)")
    }
  }

  private func mistake(_ reason: String) -> Failure { Failure(description: path + reason, isMissing: false) }
}

extension VariableFile: ExpressibleByStringLiteral {
  public init(stringLiteral path: String) { self.init(path) }
}
