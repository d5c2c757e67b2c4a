internal import TerminalUI

extension Style {
  /// Applies the parameters of `ESC [ … m`. RGB colours are skipped.
  mutating func select(_ numbers: [Int?]) {
    var rest = (numbers.isEmpty ? [0] : numbers.map { $0 ?? 0 })[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = .plain
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4: attributes.insert(.underline)
      case 7: attributes.insert(.reverse)
      case 22: attributes.subtract([.bold, .dim])
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underline)
      case 27: attributes.remove(.reverse)
      case 30...37: foreground = .palette(UInt8(number - 30))
      case 38: foreground = Style.extendedColor(&rest) ?? foreground
      case 39: foreground = .default
      case 40...47: background = .palette(UInt8(number - 40))
      case 48: background = Style.extendedColor(&rest) ?? background
      case 49: background = .default
      case 90...97: foreground = .palette(UInt8(number - 82))
      case 100...107: background = .palette(UInt8(number - 92))
      default: break
      }
    }
  }

  private static func extendedColor(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5:
      return rest.popFirst().flatMap(UInt8.init(exactly:)).map(Color.palette)
    case 2:
      rest = rest.dropFirst(3)
      return nil
    default:
      return nil
    }
  }
}
