import Programs
import TestSupport
import Testing

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

/// What stands between the terminal of a person, here a socket, and a program.
@Suite(.timeLimit(.minutes(15))) struct TerminalBridgeTests {
  /// Both sides of a bridge, as a test uses them.
  private final class Sides: @unchecked Sendable {
    private(set) var bridge: TerminalBridge?
    private let terminal: TerminalChannel
    private let program: TerminalChannel
    private let ends: AsyncStream<TerminalBridge.End>
    private var isProgramOpen = true

    init(leaveKey: LeaveKey = .usual, endsLine: Bool = false) throws {
      let (terminal, program) = (try TerminalChannel(), try TerminalChannel())
      (self.terminal, self.program) = (terminal, program)
      let (ends, end) = AsyncStream<TerminalBridge.End>.makeStream()
      self.ends = ends
      bridge = try TerminalBridge(
        channel: program.near, input: terminal.far, output: terminal.far, leaveKey: leaveKey,
        endsLine: endsLine
      ) { end.yield($0) }
    }

    deinit {
      // It writes to the terminal in its end.
      bridge?.close()
      endProgram()
      close(terminal.near)
      close(terminal.far)
    }

    func endProgram() {
      if isProgramOpen { close(program.far) }
      isProgramOpen = false
    }

    /// No key follows.
    func endTerminal() { shutdown(terminal.near, Int32(SHUT_WR)) }

    func end() async -> TerminalBridge.End? {
      for await end in ends { return end }
      return nil
    }

    func type(_ text: String) { write(text, to: terminal.near) }
    func print(_ text: String) { write(text, to: program.far) }
    func shown(until wanted: String) async -> String { await read(terminal.near, until: wanted) }
    func typed(until wanted: String) async -> String { await read(program.far, until: wanted) }

    private func write(_ text: String, to descriptor: Int32) {
      Array(text.utf8).withUnsafeBytes { _ = TerminalChannel.write($0, to: descriptor) }
    }

    private func read(_ descriptor: Int32, until wanted: String) async -> String {
      var text = ""
      while !text.contains(wanted) {
        await OutputThread.shared?.waitUntilReadable(FileDescriptor(rawValue: descriptor))
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count <= 0 { return text }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return text
    }
  }

  @Test func `bytes pass in both directions`() async throws {
    let sides = try Sides()
    sides.type("keys\r")
    await expectEqual(sides.typed(until: "\r"), "keys\r")
    sides.print("\u{1B}[31mred\r\n")
    await expectEqual(sides.shown(until: "red"), "\u{1B}[31mred\r\n")
    sides.endProgram()
    await expectEqual(sides.end(), .channelEnded)
  }

  @Test func `the key for leaving ends it, after the keys before it`() async throws {
    let sides = try Sides()
    sides.type("last\u{1D}nothing")
    await expectEqual(sides.end(), .left)
    await expectEqual(sides.typed(until: "nothing"), "last")
  }

  @Test func `in the end all is reset that the program has set`() async throws {
    let sides = try Sides()
    sides.print("\u{1B}[?1000h\u{1B}[?1049htext")
    _ = await sides.shown(until: "text")
    sides.type("\u{1D}")
    await expectEqual(sides.end(), .left)
    await expectEqual(
      sides.shown(until: "[?1049l"), "\u{1B}\\\u{1B}[?1000l\u{F}\u{1B}(B\u{1B}[0m\u{1B}[?1049l")
  }

  @Test func `a line that has begun is ended if lines follow`() async throws {
    let sides = try Sides(endsLine: true)
    sides.print("line\r\nPassword: ")
    _ = await sides.shown(until: "Password: ")
    sides.type("\u{1D}")
    await expectEqual(sides.end(), .left)
    await expectEqual(sides.shown(until: "\r\n"), "\u{1B}\\\u{F}\u{1B}(B\u{1B}[0m\r\n")
  }

  @Test func `it is closed from outside`() async throws {
    let sides = try Sides()
    sides.bridge?.close()
    await expectEqual(sides.end(), .left)
    // Again, which does nothing.
    sides.bridge?.close()
  }

  @Test func `it ends with its terminal`() async throws {
    let sides = try Sides()
    sides.endTerminal()
    await expectEqual(sides.end(), .terminalEnded)
  }

  @Test func `what a program does not read is kept up to a limit, and leaving still works`() async throws {
    let sides = try Sides()
    for _ in 0..<100 { sides.type(String(repeating: "x", count: 4096)) }
    #expect(await sides.shown(until: "\u{7}").contains("\u{7}"))
    sides.type("\u{1D}")
    await expectEqual(sides.end(), .left)
  }
}
