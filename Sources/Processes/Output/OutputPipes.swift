#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The pipes that carry what one command prints: one for both of its streams, or one for each.
struct OutputPipes: Sendable {
  typealias Pipe = (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  /// Carries standard output, and standard error unless that has a pipe of its own.
  let output: Pipe
  let error: Pipe?

  /// Makes the pipes, or none of them.
  init(areApart: Bool) throws {
    output = try FileDescriptor.outputPipe()
    do {
      error = areApart ? try FileDescriptor.outputPipe() : nil
    } catch {
      try? output.readEnd.close()
      try? output.writeEnd.close()
      throw error
    }
  }

  var readEnds: [FileDescriptor] { [output.readEnd] + (error.map { [$0.readEnd] } ?? []) }
  var writeEnds: [FileDescriptor] { [output.writeEnd] + (error.map { [$0.writeEnd] } ?? []) }
}
