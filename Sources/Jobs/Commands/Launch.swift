import Board
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How a command is started, in the terms of Subprocess, and why it could not be.
struct Launch: Sendable {
  let invocation: Command.Invocation
  let directory: String?
  let environment: [String: String]

  /// - Throws: `StartError` when it is clear beforehand that the command cannot start.
  func configuration(gracePeriod: Duration) throws(StartError) -> Configuration {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: gracePeriod)
    ]
    let (executable, arguments) = try program()
    let additions = environment.map { (Environment.Key(stringLiteral: $0.key), Optional($0.value)) }
    return Configuration(
      executable: executable, arguments: arguments,
      environment: .inherit.updating(Dictionary(additions) { $1 }),
      workingDirectory: directory.map { FilePath($0) }, platformOptions: options)
  }

  private func program() throws(StartError) -> (Executable, Arguments) {
    switch invocation {
    case .shell(let script):
      try Self.checkNoNull([script])
      return (.path("/bin/sh"), Arguments(executablePathOverride: "sh", remainingValues: ["-c", script]))
    case .arguments(let arguments):
      try Self.checkNoNull(arguments)
      guard let name = arguments.first, !name.isEmpty else { throw StartError("there is no program to run") }
      return (
        name.contains("/") ? .path(path(of: name)) : .name(name),
        Arguments(executablePathOverride: name, remainingValues: Array(arguments.dropFirst()))
      )
    }
  }

  /// C strings end at a null, so the program would be given less than was meant.
  private static func checkNoNull(_ arguments: [String]) throws(StartError) {
    if arguments.contains(where: { $0.utf8.contains(0) }) {
      throw StartError("an argument contains a null byte")
    }
  }

  /// An absolute path: systems differ in whether a relative one starts at the old or the new directory.
  private func path(of name: String) -> FilePath {
    var path = FilePath(name)
    if path.isRelative, let directory { path = FilePath(directory).appending(path.components) }
    if path.isRelative, let current = getcwd(nil, 0) {
      defer { free(current) }
      path = FilePath(platformString: current).appending(path.components)
    }
    return path
  }

  /// Why the system refused, in words for a person.
  func reason(for error: any Error) -> String {
    guard let error = error as? SubprocessError else { return "\(error)" }
    let because = error.underlyingError.map { "\($0)" } ?? "\(error)"
    switch error.code {
    case .failedToChangeWorkingDirectory: return "cannot enter \(directory ?? "directory"): \(because)"
    case .executableNotFound: return reasonNotFound()
    case .spawnFailed where error.underlyingError == .execFormatError:
      return "\(programName): neither a program nor a script that begins with #!"
    case .spawnFailed where error.underlyingError != nil: return "\(programName): \(because)"
    default: return "\(error)"
    }
  }

  private var programName: String {
    switch invocation {
    case .shell: "/bin/sh"
    case .arguments(let arguments): arguments.first ?? ""
    }
  }

  /// Subprocess says no more than "not found" for everything that `execve` answers with ENOENT, EACCES or ENOTDIR.
  private func reasonNotFound() -> String {
    let name = programName
    guard name.contains("/") else { return "\(name): not found in PATH" }
    let path = path(of: name).string
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(name): \(Errno(rawValue: errno))" }
    if status.st_mode & S_IFMT == S_IFDIR { return "\(name): is a directory" }
    if access(path, X_OK) != 0 { return "\(name): not executable" }
    return "\(name): its interpreter was not found"
  }
}

/// Why a command did not start, in words for a person.
struct StartError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
