/// Names of runs and of boxes that no other one has: 128 random bits.
enum RandomName {
  static func make() -> String {
    let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return digits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }
}
