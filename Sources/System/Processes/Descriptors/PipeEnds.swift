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

/// A pipe that is closed on exec from its first moment, and at the end of its life.
struct PipeEnds: ~Copyable {
  let readEnd: FileDescriptor
  let writeEnd: FileDescriptor

  init() throws(Errno) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      descriptor_pipe($0.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
    (readEnd, writeEnd) = (FileDescriptor(rawValue: ends.0), FileDescriptor(rawValue: ends.1))
  }

  deinit {
    try? readEnd.close()
    try? writeEnd.close()
  }
}
