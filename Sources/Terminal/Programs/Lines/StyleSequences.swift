package import TerminalUI

/// Colours and attributes as control sequences (SGR).
extension Style {
  /// Applies the parameters of a sequence, from left to right. Unknown ones have no effect.
  mutating func apply(_ sequence: ControlSequence) {
    var index = 0
    while index < sequence.parameters.count {
      let first = index
      index += 1
      while index < sequence.parameters.count, sequence.isSubparameter(index) { index += 1 }
      let value = sequence.parameters[first]
      if value == 38 || value == 48 {
        let color =
          index > first + 1
          ? Color(subparameters: sequence.parameters[(first + 1)..<index])
          : Color(parameters: sequence.parameters, from: &index)
        guard let color else { continue }
        if value == 38 { foreground = color } else { background = color }
      } else {
        apply(value, hasZero: index > first + 1 && sequence.parameters[first + 1] == 0)
      }
    }
  }

  /// - Parameter hasZero: Whether the subparameter 0 follows, which ends an underline.
  private mutating func apply(_ value: UInt16, hasZero: Bool) {
    switch value {
    case 0: self = .plain
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.dim)
    case 3: attributes.insert(.italic)
    case 4 where hasZero: attributes.remove(.underline)
    case 4, 21: attributes.insert(.underline)
    case 7: attributes.insert(.reverse)
    case 22: attributes.subtract([.bold, .dim])
    case 23: attributes.remove(.italic)
    case 24: attributes.remove(.underline)
    case 27: attributes.remove(.reverse)
    case 30...37: foreground = .palette(UInt8(value - 30))
    case 39: foreground = .default
    case 40...47: background = .palette(UInt8(value - 40))
    case 49: background = .default
    case 90...97: foreground = .palette(UInt8(value - 82))
    case 100...107: background = .palette(UInt8(value - 92))
    default: break
    }
  }

  /// The parameters of the sequence that sets this style, whatever was set before: `0;1;31`.
  package var sequenceParameters: String {
    var parameters = ["0"]
    let names: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, name) in names where attributes.contains(attribute) { parameters.append(name) }
    parameters += [
      foreground.parameters(normal: 30, bright: 90, extended: "38;5"),
      background.parameters(normal: 40, bright: 100, extended: "48;5"),
    ].compactMap(\.self)
    return parameters.joined(separator: ";")
  }

  /// The style that `sequenceParameters` describes; nil if it is not the parameters of a sequence.
  package init?(sequenceParameters text: String) {
    self = .plain
    var sequence = ControlSequence()
    sequence.begin()
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: ";")).contains(byte) else { return nil }
      sequence.add(byte)
    }
    apply(sequence)
  }
}

extension Color {
  /// The colour of `38:5:n`, `38:2:r:g:b` and `38:2::r:g:b`, without the first number.
  fileprivate init?(subparameters: ArraySlice<UInt16>) {
    switch subparameters.first {
    case 5 where subparameters.count >= 2: self.init(index: subparameters[subparameters.startIndex + 1])
    case 2 where subparameters.count >= 4: self.init(levels: Array(subparameters.dropFirst().suffix(3)))
    default: return nil
    }
  }

  /// The colour of `38;5;n` and `38;2;r;g;b`. `index` is that of the parameter after the first number, and is
  /// moved behind the colour.
  fileprivate init?(parameters: [UInt16], from index: inout Int) {
    let rest = parameters[index...]
    switch rest.first {
    case 5 where rest.count >= 2:
      index += 2
      self.init(index: parameters[index - 1])
    case 2 where rest.count >= 4:
      index += 4
      self.init(levels: Array(parameters[(index - 3)..<index]))
    default:
      index = parameters.count
      return nil
    }
  }

  private init?(index: UInt16) {
    guard let index = UInt8(exactly: index) else { return nil }
    self = .palette(index)
  }

  /// The entry of the palette that is nearest to a colour of red, green and blue.
  private init?(levels: [UInt16]) {
    guard levels.count == 3, levels.allSatisfy({ $0 <= 255 }) else { return nil }
    let levels = levels.map(Int.init)
    let distance = { (color: Color) in
      guard let (red, green, blue) = color.components else { return Int.max }
      return zip([red, green, blue], levels).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let steps = levels.map { level in level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40 }
    let cube = Color.palette(UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2]))
    let shade = (levels.reduce(0, +) / 3 - 3) / 10
    let grey = Color.palette(UInt8(232 + min(max(0, shade), 23)))
    self = distance(grey) < distance(cube) ? grey : cube
  }

  fileprivate func parameters(normal: Int, bright: Int, extended: String) -> String? {
    guard let index else { return nil }
    switch index {
    case ..<8: return "\(normal + Int(index))"
    case ..<16: return "\(bright + Int(index) - 8)"
    default: return "\(extended);\(index)"
    }
  }
}
