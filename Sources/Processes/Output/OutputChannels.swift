import CProcess
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
      }
    } catch {
      let code = error as? Errno ?? .ioError
      if case .terminal = kind { throw SpawnError(.terminal, code) }
      throw SpawnError(.descriptors, code)
    }
  }

  /// Standard output of the command, and standard error if that has no channel of its own.
  var output: FileDescriptor { ends[0].writeEnd }
  /// Standard error of the command; nil if it is the same as ``output``.
  var error: FileDescriptor? { ends.count > 1 ? ends[1].writeEnd : nil }

  var readEnds: [FileDescriptor] { ends.map(\.readEnd) }
  var writeEnds: [FileDescriptor] { ends.map(\.writeEnd) }
}

extension OutputChannels.Kind {
  var isTerminal: Bool { if case .terminal = self { true } else { false } }

  /// The size of the screen on which the command writes its lines.
  var screenSize: Size { if case .terminal(let size) = self { size } else { OutputDecoder.pipeSize } }
}

extension FileDescriptor {
  /// A pseudo-terminal that is not the controlling terminal of anything. Its read end does not block.
  fileprivate static func terminal(of size: Size) throws -> (
    readEnd: FileDescriptor, writeEnd: FileDescriptor
  ) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      terminal_open(
        $0.baseAddress?.assumingMemoryBound(to: Int32.self), UInt16(clamping: size.width),
        UInt16(clamping: size.height))
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
    _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
    return (FileDescriptor(rawValue: ends.0), FileDescriptor(rawValue: ends.1))
  }
}
