import TerminalUI
import TestSupport

@testable import Processes

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

/// A person in a program: types, and reads what the program prints.
final class Visitor: @unchecked Sendable {
  let visit: TerminalVisit
  private let near: Int32
  private let ends: AsyncStream<TerminalVisit.End>
  private let starts = Recorded<Bool>()
  private(set) var text = ""

  init(
    size: Size = Size(width: 80, height: 24), name: String? = nil, terminal: String? = nil,
    clearsScreen: Bool = false
  ) throws {
    let channel = try TerminalChannel()
    near = channel.near
    let (ends, end) = AsyncStream<TerminalVisit.End>.makeStream()
    self.ends = ends
    visit = TerminalVisit(
      channel: channel.far, size: size, name: name, terminal: terminal, clearsScreen: clearsScreen,
      onStart: { [starts] in starts.append(true) }, onEnd: { end.yield($0) })
  }

  deinit { hangUp() }

  private var isOpen = true

  /// Closes this side without a word.
  func hangUp() {
    if isOpen { close(near) }
    isOpen = false
  }

  func type(_ keys: String) { type(Array(keys.utf8)) }

  func type(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = TerminalChannel.write($0, to: near) }
  }

  /// Types as much as is taken at once, and returns the number of bytes.
  func typeUntilBlocked() -> Int {
    _ = fcntl(near, F_SETFL, fcntl(near, F_GETFL) | O_NONBLOCK)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    var count = 0
    while true {
      let written = bytes.withUnsafeBytes { TerminalChannel.write($0, to: near) }
      if written <= 0 { return count }
      count += written
    }
  }

  /// Reads until a text has been printed. Returns false at the end of the channel.
  @discardableResult
  func read(until wanted: String) async -> Bool {
    while !text.contains(wanted) {
      guard await readMore() else { return false }
    }
    return true
  }

  /// Reads to the end of the channel.
  func readToEnd() async { while await readMore() {} }

  private func readMore() async -> Bool {
    await OutputThread.shared?.waitUntilReadable(FileDescriptor(rawValue: near))
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = buffer.withUnsafeMutableBytes { recv(near, $0.baseAddress, $0.count, 0) }
    if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) }
    return count > 0
  }

  /// Returns how the visit has ended, when it has.
  func end() async -> TerminalVisit.End? {
    for await end in ends { return end }
    return nil
  }

  var hasStarted: Bool { !starts.values.isEmpty }
}
