#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The pipes that carry the output of one command: one for both of its streams, or one for each.
struct OutputPipes: Sendable {
  typealias Pipe = (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  /// Carries standard output, and standard error if that has no pipe of its own.
  let output: Pipe
  let error: Pipe?

  /// Creates all pipes, or throws and creates none.
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
