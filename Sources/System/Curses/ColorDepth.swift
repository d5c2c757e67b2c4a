internal import TerminalUI

/// The number of colours of a terminal, and how styles are reduced to it.
enum ColorDepth: Hashable {
  case none, eight, sixteen, full

  init(colorCount: Int) {
    switch colorCount {
    case ..<8: self = .none
    case ..<16: self = .eight
    case ..<256: self = .sixteen
    default: self = .full
    }
  }

  /// The style, reduced to the colours of the terminal.
  ///
  /// With eight colours, bright foregrounds become bold, and grey becomes dim, because many terminals draw
  /// bold black as black. Without colours, backgrounds become reverse video, so that a highlighted row
  /// remains visible.
  ///
  /// Of a bar without a tint only the name is visible: in reverse video, or without colours in bold.
  func reduce(_ style: Style) -> Style {
    let style = withoutBar(style)
    var reduced = style
    switch self {
    case .full:
      break
    case .sixteen:
      reduced.foreground = style.foreground.named
      reduced.background = style.background.named
    case .eight:
      reduced.foreground = style.foreground.named
      reduced.background = style.background.named.dark
      if reduced.foreground == .brightBlack {
        reduced.foreground = .default
        reduced.attributes.insert(.dim)
      } else if reduced.foreground != reduced.foreground.dark {
        reduced.foreground = reduced.foreground.dark
        reduced.attributes.insert(.bold)
      }
    case .none:
      reduced.foreground = .default
      reduced.background = .default
      if style.background != .default { reduced.attributes.formSymmetricDifference(.reverse) }
    }
    return reduced
  }

  private func withoutBar(_ style: Style) -> Style {
    var plain = style
    plain.attributes.subtract([.bar, .barName])
    guard style.attributes.contains(.barName) else { return plain }
    plain.attributes.subtract(.dim)
    plain.attributes.insert(.bold)
    guard self != .none, style.background == .default else { return plain }
    // A patch of another colour would look like a second choice.
    plain.foreground = .default
    plain.attributes.insert(.reverse)
    return plain
  }
}

extension Color {
  /// The nearest of the sixteen named colours.
  fileprivate var named: Color {
    guard let (red, green, blue) = components else { return self }
    let strongest = max(red, green, blue)
    let weakest = min(red, green, blue)
    if strongest - weakest < 40 {
      switch strongest {
      case ..<64: return .black
      case ..<144: return .brightBlack
      case ..<224: return .white
      default: return .brightWhite
      }
    }
    let middle = (strongest + weakest) / 2
    var nearest: UInt8 = 0
    if red > middle { nearest |= 1 }
    if green > middle { nearest |= 2 }
    if blue > middle { nearest |= 4 }
    return .palette(strongest > 200 ? nearest + 8 : nearest)
  }

  /// The normal variant of a bright colour; other colours are unchanged.
  fileprivate var dark: Color {
    guard let index, (8..<16).contains(index) else { return self }
    return .palette(index - 8)
  }
}
