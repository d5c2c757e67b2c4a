import CProcess

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
  /// Variables that are added to those of this process, or replace them.
  let environment: [String: String]

  /// The program to start.
  /// - Throws: ``StartError`` if it is known beforehand that the command cannot start.
  func program() throws(StartError) -> ChildProcess.Program {
    // A C string ends at a null byte, so the program would receive less than was meant.
    guard !invocation.arguments.contains(where: \.hasNull) else {
      throw StartError("an argument contains a null byte")
    }
    let name = invocation.program
    if name.isEmpty { throw StartError("there is no program to run") }
    let paths = name.contains("/") ? [name] : searchPath.map { "\($0)/\(name)" }
    return ChildProcess.Program(
      paths: CStringArray(paths), arguments: CStringArray(invocation.arguments),
      environment: try variables(), directory: directory)
  }

  /// The directories in which the program is looked up.
  private var searchPath: [String] {
    let path = environment["PATH"] ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? "." : String($0) }
  }

  /// The variables of this process, byte for byte, except those that ``environment`` replaces.
  private func variables() throws(StartError) -> CStringArray {
    for (name, value) in environment where name.isEmpty || name.contains("=") || "\(name)\(value)".hasNull {
      throw StartError("impossible environment variable \(name)")
    }
    var variables = CStringArray(environment.map { "\($0.key)=\($0.value)" })
    var next = spawn_environment()
    while let entry = next?.pointee {
      let text = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      let name = String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if environment[name] == nil { variables.append(copying: entry) }
      next = next?.successor()
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
    case (.process, let code): return "cannot create a process: \(code)"
    case (.descriptors, let code): return "cannot open its output: \(code)"
    }
  }

  private static var reasonForLackOfDescriptors: String {
    let limit = DescriptorLimit.current.map { " (limit: \($0.rlim_cur), see ulimit -n)" } ?? ""
    return "too many open files\(limit)"
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
struct StartError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
