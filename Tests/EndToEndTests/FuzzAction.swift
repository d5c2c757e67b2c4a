import Fuzzing
import TerminalUI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What happens to a panel that is being fuzzed.
enum FuzzAction: CustomStringConvertible {
  case type(TerminalInput)
  /// A paste that is whole, at a moment when nothing else is under way: it must not press a key.
  case paste(bytes: Int)
  case resize(Size)
  case signal(Int32)
  /// Stopped, typed at, and continued.
  case stop([UInt8])
  /// Back to the shell, with another size there.
  case suspend(bySignal: Bool, Size?)
  /// Another file in the place of the board's.
  case changeBoard(seed: UInt64)
  case listen(milliseconds: Int)
  /// All comes to rest, and the picture is compared with one that is drawn anew.
  case check

  var description: String {
    switch self {
    case .type(let input): input.name
    case .paste(let bytes): "whole paste of \(bytes)"
    case .resize(let size): "resize \(size.width)×\(size.height)"
    case .signal(let signal): "signal \(signal)"
    case .stop(let typed): "stop, \(typed.count) bytes, continue"
    case .suspend(let bySignal, let size):
      "suspend by \(bySignal ? "signal" : "key")\(size.map { ", \($0.width)×\($0.height)" } ?? "")"
    case .changeBoard(let seed): "board \(seed)"
    case .listen(let milliseconds): "\(milliseconds) ms"
    case .check: "check"
    }
  }
}

extension SeededGenerator {
  /// Things to do with a panel, ending in a check.
  mutating func fuzzActions(count: Int, largestPaste: Int) -> [FuzzAction] {
    (0..<count).map { $0 % 30 == 29 ? .check : fuzzAction(largestPaste: largestPaste) } + [.check]
  }

  private mutating func fuzzAction(largestPaste: Int) -> FuzzAction {
    switch below(40) {
    case 0...12: .type(typing(terminalInput(pasteLimit: largestPaste)))
    case 13...22: .type(TerminalInput([pick(Array("0123456789".utf8))], "a button"))
    case 23...25: .type(TerminalInput([pick(Array("\r\t y?xgGnNam/".utf8))], "a key of the panel"))
    case 26...29: .resize(size())
    case 30: .signal(pick([SIGWINCH, SIGCONT, SIGPIPE]))
    case 31: .stop(typing(terminalInput()).bytes)
    case 32: .suspend(bySignal: oneIn(2), oneIn(2) ? size() : nil)
    case 34: .changeBoard(seed: next())
    case 33: .paste(bytes: magnitude(upTo: largestPaste))
    default: .listen(milliseconds: magnitude(upTo: 120))
    }
  }

  private mutating func size() -> Size {
    switch below(4) {
    case 0: Size(width: within(1...25), height: within(1...8))
    case 1: Size(width: 80, height: 24)
    default: Size(width: within(1...300), height: within(1...100))
    }
  }

  /// Without the bytes that the line makes signals of, and without the key that quits: these have actions of
  /// their own.
  private mutating func typing(_ input: TerminalInput) -> TerminalInput {
    let leaving: Set<UInt8> = [0x03, 0x1A, 0x1C, UInt8(ascii: "q")]
    return TerminalInput(input.bytes.filter { !leaving.contains($0) }, input.name)
  }
}
