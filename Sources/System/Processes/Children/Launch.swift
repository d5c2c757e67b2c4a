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

/// How a command is started, and why that failed.
struct Launch: Sendable {
  let invocation: Invocation
  let directory: String?
  /// Variables that are added to those of the context, or replace them; nil removes one.
  let environment: [String: String?]
  /// Nil for the context of this process.
  let context: ProcessContext?

  init(
    invocation: Invocation, directory: String?, environment: [String: String?], context: ProcessContext? = nil
  ) {
    self.invocation = invocation
    self.directory = directory
    self.environment = environment
    self.context = context
  }

  /// The program to start.
  /// - Parameter environment: The variables of the context; nil for those that it has.
  /// - Throws: ``StartError`` if it is known beforehand that the command cannot start.
  func program(inheriting environment: [[UInt8]]? = nil) throws(StartError) -> ChildProcess.Program {
    // A C string ends at a null byte, so the program would receive less than was meant.
    guard !invocation.arguments.contains(where: \.hasNull) else {
      throw StartError("an argument contains a null byte")
    }
    let name = invocation.program
    if name.isEmpty { throw StartError("there is no program to run") }
    let inherited = environment ?? context?.environment ?? ProcessContext.currentEnvironment
    let paths = name.contains("/") ? [name] : searchPath(in: inherited).map { "\($0)/\(name)" }
    return ChildProcess.Program(
      paths: CStringArray(paths), arguments: CStringArray(invocation.arguments),
      environment: try variables(addedTo: inherited), directory: directory, context: context)
  }

  /// The directories in which the program is looked up.
  private func searchPath(in inherited: [[UInt8]]) -> [String] {
    let entry = inherited.first { $0.starts(with: "PATH=".utf8) }
    let inherited = entry.map { String(decoding: $0.dropFirst(5), as: UTF8.self) }
    let path = environment["PATH", default: inherited]
    return (path ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "." : String($0) }
  }

  /// The inherited variables, byte for byte, except those that ``environment`` replaces.
  private func variables(addedTo inherited: [[UInt8]]) throws(StartError) -> CStringArray {
    for (name, value) in environment
    where name.isEmpty || name.contains("=") || name.hasNull || value?.hasNull == true {
      throw StartError("impossible environment variable \(name)")
    }
    var variables = CStringArray(
      environment.compactMap { name, value in value.map { "\(name)=\($0)" } })
    for entry in inherited {
      let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if environment[name] == nil { variables.append(entry) }
    }
    return variables
  }

  /// Explains to people why the system refused.
  func reason(for error: SpawnError) -> String {
    if error.isLackOfDescriptors { return Self.reasonForLackOfDescriptors }
    switch (error.step, error.code) {
    case (.directory, let code): return "cannot enter \(directory ?? "directory"): \(code)"
    case (.program, .noSuchFileOrDirectory), (.program, .notDirectory), (.program, .permissionDenied):
      return reasonNotExecuted(error.code)
    case (.program, .execFormatError):
      return "\(invocation.program): neither a program nor a script that begins with #!"
    case (.program, let code): return "\(invocation.program): \(code)"
    case (.process, .resourceTemporarilyUnavailable):
      return "too many processes or threads\(ThreadLimit.words)"
    case (.process, let code): return "cannot create a process: \(code)"
    case (.descriptors, let code): return "cannot open its output: \(code)"
    case (.terminal, let code): return "no pseudo-terminal is available: \(code)"
    case (.keeper, let code): return "cannot start the process that ends commands with signalbox: \(code)"
    }
  }

  private static var reasonForLackOfDescriptors: String {
    "too many open files\(DescriptorLimit.words)"
  }

  /// The system returns the same three codes for a program, for a directory above it, and for the interpreter
  /// of a script.
  private func reasonNotExecuted(_ code: Errno) -> String {
    let name = invocation.program
    guard name.contains("/") else {
      return "\(name): \(code == .permissionDenied ? "not executable" : "not found") in PATH"
    }
    let path = FilePath(name).isRelative ? (directory.map { "\($0)/" } ?? "") + name : name
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(name): \(Errno(rawValue: errno))" }
    if status.st_mode & S_IFMT == S_IFDIR { return "\(name): is a directory" }
    if access(path, X_OK) != 0 { return "\(name): not executable" }
    return "\(name): its interpreter was not found"
  }
}

extension String {
  fileprivate var hasNull: Bool { utf8.contains(0) }
}

/// Why a command did not start, explained to people.
package struct StartError: Error, Equatable, CustomStringConvertible {
  package let reason: String
  /// Whether a later try may succeed without a change of the command.
  let mayPass: Bool

  package var description: String { reason }

  init(_ reason: String, mayPass: Bool = false) { (self.reason, self.mayPass) = (reason, mayPass) }

  /// What could not be done, and the error of the system.
  init(_ failure: String, _ error: any Error) {
    mayPass = true
    reason = "\(failure): \((error as? SpawnError).map { "\($0.code)" } ?? "\(error)")"
  }
}
