import CProcess
internal import Programs
import TerminalUI

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

/// What a command writes its output to, as this process reads it.
struct OutputChannels: Sendable {
  /// The kinds of channels.
  enum Kind: Equatable, Sendable {
    /// One pipe for both streams, which keeps the order of lines.
    case pipe
    /// A pipe for each stream.
    case twoPipes
    /// A pseudo-terminal of this size for both streams: programs flush each line, and use colours.
    case terminal(Size)
    /// The same, and it is the standard input and the controlling terminal of the command, too.
    case controllingTerminal(Size)
  }

  private typealias Ends = (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  let kind: Kind
  private let ends: [Ends]

  /// Creates all channels, or throws and creates none.
  init(_ kind: Kind) throws(SpawnError) {
    self.kind = kind
    do {
      switch kind {
      case .pipe: ends = [try FileDescriptor.outputPipe()]
      case .twoPipes:
        let output = try FileDescriptor.outputPipe()
        do {
          ends = [output, try FileDescriptor.outputPipe()]
        } catch {
          try? output.readEnd.close()
          try? output.writeEnd.close()
          throw error
        }
      case .terminal(let size): ends = [try FileDescriptor.terminal(of: size)]
      case .controllingTerminal(let size):
        ends = [try FileDescriptor.terminal(of: size, convertsNewlines: true)]
      }
    } catch {
      let code = error as? Errno ?? .ioError
      throw SpawnError(kind.isTerminal ? .terminal : .descriptors, code)
    }
  }

  /// The descriptors of the command.
  var descriptors: ChildProcess.Descriptors {
    var descriptors = ChildProcess.Descriptors(output: ends[0].writeEnd)
    if ends.count > 1 { descriptors.error = ends[1].writeEnd }
    if case .controllingTerminal = kind {
      descriptors.input = ends[0].writeEnd
      descriptors.takesTerminal = true
    }
    return descriptors
  }

  var readEnds: [FileDescriptor] { ends.map(\.readEnd) }
  var writeEnds: [FileDescriptor] { ends.map(\.writeEnd) }
}

extension OutputChannels.Kind {
  var isTerminal: Bool {
    switch self {
    case .pipe, .twoPipes: false
    case .terminal, .controllingTerminal: true
    }
  }

  /// The size of the screen on which the command writes its lines.
  var screenSize: Size {
    switch self {
    case .pipe, .twoPipes: OutputDecoder.pipeSize
    case .terminal(let size), .controllingTerminal(let size): size
    }
  }
}

extension FileDescriptor {
  /// A pseudo-terminal that is not the controlling terminal of anything. Its read end does not block.
  fileprivate static func terminal(
    of size: Size, convertsNewlines: Bool = false
  ) throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      terminal_open(
        $0.baseAddress?.assumingMemoryBound(to: Int32.self), UInt16(clamping: size.width),
        UInt16(clamping: size.height), convertsNewlines ? 1 : 0)
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
    _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
    return (FileDescriptor(rawValue: ends.0), FileDescriptor(rawValue: ends.1))
  }
}
