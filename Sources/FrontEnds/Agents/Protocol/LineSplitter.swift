/// Bytes to lines, whatever the parts in which they arrive.
package struct LineSplitter {
  /// What a part of the bytes has completed.
  package enum Piece: Equatable {
    case line([UInt8])
    /// The line is longer than it may be. Nothing follows it.
    case tooLong
  }

  /// The most bytes of a line.
  package static let limit = 4 << 20

  private var rest: [UInt8] = []
  private var hasEnded = false

  package init() {}

  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Piece] {
    var pieces: [Piece] = []
    for byte in bytes where !hasEnded {
      if byte == UInt8(ascii: "\n") {
        pieces.append(.line(rest))
        rest = []
      } else if rest.count == Self.limit {
        pieces.append(.tooLong)
        hasEnded = true
      } else {
        rest.append(byte)
      }
    }
    return pieces
  }
}
