/// Random numbers that are the same for the same seed on every machine.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number in `0..<bound`.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }

  /// True with a probability of 1 in `count`.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of the values.
  mutating func pick<Element>(_ elements: Element...) -> Element { elements[below(elements.count)] }
}
