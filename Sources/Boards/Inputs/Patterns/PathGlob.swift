/// A pattern for a path, name by name. `**` is any number of directories, and at the end all that lies below.
package struct PathGlob: Sendable, Equatable {
  enum Segment: Sendable, Equatable {
    case anyDirectories
    case literal([UInt8])
    case name(NameGlob)
    /// A pattern that no name matches.
    case nothing
  }

  /// The places in a pattern that some names have led to.
  struct States: Sendable, Equatable {
    fileprivate var bits: UInt64
    var isEmpty: Bool { bits == 0 }
  }

  /// One less than the bits of ``States``.
  static let segmentLimit = 63

  let segments: [Segment]

  /// Nil if there are too many segments.
  init?(_ segments: [Segment]) {
    guard segments.count <= Self.segmentLimit else { return nil }
    self.segments = segments
  }

  var start: States { closed(States(bits: 1)) }

  /// The states after one more name.
  func advanced(_ states: States, by name: ArraySlice<UInt8>) -> States {
    // `..` and the root are only reached by a pattern that says so.
    let isPlain =
      !name.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) && !name.elementsEqual([PathBytes.slash])
    var next = States(bits: 0)
    for (index, segment) in segments.enumerated() where states.bits & 1 << index != 0 {
      switch segment {
      case .anyDirectories:
        if isPlain { next.bits |= index == segments.count - 1 ? 3 << index : 1 << index }
      case .literal(let literal): if literal.elementsEqual(name) { next.bits |= 2 << index }
      case .name(let glob): if isPlain, glob.matches(name) { next.bits |= 2 << index }
      case .nothing: break
      }
    }
    return closed(next)
  }

  /// Whether the names so far are all that the pattern asks for.
  func accepts(_ states: States) -> Bool { states.bits & 1 << segments.count != 0 }

  func matches(_ components: some Sequence<ArraySlice<UInt8>>) -> Bool {
    var states = start
    for name in components {
      if states.isEmpty { return false }
      states = advanced(states, by: name)
    }
    return accepts(states)
  }

  /// No directory at all is a number of directories, too.
  private func closed(_ states: States) -> States {
    var states = states
    for index in segments.indices.dropLast() where segments[index] == .anyDirectories {
      if states.bits & 1 << index != 0 { states.bits |= 2 << index }
    }
    return states
  }
}
