internal import Foundation

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The real databases of this machine, for tests.
package enum Databases {
  /// The directory of the programs of PostgreSQL; nil if it is not installed.
  package static let postgres: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let directories = versions.map { "/usr/lib/postgresql/\($0)/bin" } + ["/usr/bin", "/usr/local/bin"]
    return directories.first { directory in
      ["initdb", "postgres", "pg_isready"].allSatisfy { isProgram("\(directory)/\($0)") }
    }
  }()

  package static let hasRedis = ["redis-server", "redis-cli"].allSatisfy { isProgram("/usr/bin/\($0)") }

  package static let hasPython = isProgram("/usr/bin/python3")

  private static func isProgram(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  /// What begins a command that must not run as root: nothing for other users.
  package static let unprivileged =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

  /// Creates a directory that these commands may write to.
  package static func makeDirectory(_ name: String, in scratch: Scratch) throws -> String {
    let path = "\(scratch.path)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if geteuid() == 0 { chown(path, 65_534, 65_534) }
    chmod(path, 0o700)
    return path
  }
}
