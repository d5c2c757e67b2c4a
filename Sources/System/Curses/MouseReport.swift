internal import TerminalUI

/// The report of a terminal about the mouse: a code for the button, and a cell, counted from 1.
struct MouseReport: Hashable {
  private let code: Int
  private let position: Point
  private let saysWhichButtonWasReleased: Bool
  private let isRelease: Bool

  /// Parses the encoding of mode 1006: `ESC [ < button ; column ; row M`, with `m` for a release. Nil for
  /// anything else.
  init?(parameters: [UInt8], final: UInt8) {
    guard parameters.first == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m")
    else {
      return nil
    }
    let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";"))
      .map { UInt16(String(decoding: $0, as: UTF8.self)).map(Int.init) }
    guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2] else {
      return nil
    }
    self.code = code
    position = Point(x: max(0, column - 1), y: max(0, row - 1))
    saysWhichButtonWasReleased = true
    isRelease = final == UInt8(ascii: "m")
  }

  /// Parses the original encoding: after `ESC [ M`, a byte each for button, column and row, plus 32. Columns
  /// are limited to 223, and the report of a release does not contain the button.
  init?(oldBytes bytes: [UInt8]) {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    code = Int(bytes[0]) - 32
    position = Point(x: max(0, Int(bytes[1]) - 33), y: max(0, Int(bytes[2]) - 33))
    saysWhichButtonWasReleased = false
    isRelease = code & 0b1100_0011 == 3
  }

  /// The event; nil for moves without a button, for buttons that are not used, and if the report does not
  /// contain the button that was released.
  var event: MouseEvent? {
    let isMove = code & 32 != 0
    let isWheel = code & 64 != 0
    guard code < 128 else { return nil }
    if isMove { return isWheel || code & 3 == 3 ? nil : MouseEvent(.drag(button), at: position) }
    switch (isWheel, code & 3) {
    case (true, 0): return MouseEvent(.wheelUp, at: position)
    case (true, 1): return MouseEvent(.wheelDown, at: position)
    case (false, 0...2) where isRelease: return MouseEvent(.release(button), at: position)
    case (false, 0...2): return MouseEvent(.press(button), at: position)
    default: return nil
    }
  }

  /// The event of a release whose report does not contain the button.
  func release(of button: MouseEvent.Button) -> MouseEvent? {
    isRelease && !saysWhichButtonWasReleased ? MouseEvent(.release(button), at: position) : nil
  }

  private var button: MouseEvent.Button {
    switch code & 3 {
    case 0: .left
    case 1: .middle
    default: .right
    }
  }
}
