extension SeededGenerator {
  /// A text of at most `limit` scalars: letters, wide characters, combining marks, joined emoji,
  /// right-to-left scripts, control characters.
  public mutating func text(upTo limit: Int, controls: Bool = false) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<magnitude(upTo: limit) { text.append(scalar(controls: controls)) }
    return String(text)
  }

  /// A scalar of one of the kinds that are drawn differently.
  public mutating func scalar(controls: Bool = false) -> Unicode.Scalar {
    let kinds: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x61...0x7A, 0xA0...0x17F, 0x300...0x36F, 0x4E00...0x9FFF, 0x1F300...0x1F6FF,
      0x200B...0x200F, 0x202A...0x202E, 0x1100...0x11FF, 0xAC00...0xAC80, 0x1F1E6...0x1F1FF,
      0x1F3FB...0x1F3FF,
      0xFE00...0xFE0F, 0x590...0x5FF, 0x2028...0x2029, 0x2500...0x259F, 0xE000...0xE010, 0x10FFF0...0x10FFFF,
    ]
    if controls, oneIn(8) { return Unicode.Scalar(UInt8(oneIn(2) ? below(32) : 0x7F + below(33))) }
    let kind = oneIn(2) ? kinds[0] : pick(kinds)
    return Unicode.Scalar(kind.lowerBound + UInt32(below(kind.count))) ?? "?"
  }

  /// Random bytes.
  public mutating func bytes(upTo limit: Int) -> [UInt8] {
    (0..<magnitude(upTo: limit)).map { _ in UInt8(below(256)) }
  }
}
