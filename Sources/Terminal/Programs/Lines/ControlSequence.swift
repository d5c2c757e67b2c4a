/// A control sequence (CSI) of ECMA-48: its parameters and the byte that ends it.
///
/// Parameters beyond the 32nd are dropped. No parameter is greater than 65,535.
package struct ControlSequence: Sendable {
  private static let limit = 32

  /// The byte that ends the sequence; it says what the sequence does.
  package private(set) var final: UInt8 = 0
  /// A byte that is neither digit nor separator, such as the `?` of private modes; 0 if there is none.
  package private(set) var marker: UInt8 = 0
  /// The parameters; 0 stands for one that was left out.
  package private(set) var parameters: [UInt16] = [0]
  /// A bit for each parameter that a colon separates from the one before it.
  private var colons: UInt32 = 0
  private var isFull = false

  package mutating func begin() {
    parameters.removeAll(keepingCapacity: true)
    parameters.append(0)
    (marker, colons, isFull) = (0, 0, false)
  }

  /// Adds a byte between the introducer and the end.
  package mutating func add(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard !isFull else { return }
      let last = parameters.count - 1
      let value = Int(parameters[last]) * 10 + Int(byte - UInt8(ascii: "0"))
      parameters[last] = UInt16(clamping: value)
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      isFull = parameters.count == Self.limit
      guard !isFull else { return }
      if byte == UInt8(ascii: ":") { colons |= 1 << parameters.count }
      parameters.append(0)
    default:
      marker = byte
    }
  }

  package mutating func end(_ byte: UInt8) { final = byte }

  /// Whether a colon separates this parameter from the one before it, to which it then belongs.
  package func isSubparameter(_ index: Int) -> Bool { colons & 1 << index != 0 }

  /// The parameter as a number of steps or a position, which is at least 1.
  package func count(_ index: Int = 0) -> Int {
    parameters.indices.contains(index) ? max(1, Int(parameters[index])) : 1
  }
}
