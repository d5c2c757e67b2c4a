/// What etcd does not know any more, although it has said that it would.
package enum DataLoss: Sendable, Equatable {
  /// Its revision has gone back: its data were deleted, or an older state was restored.
  case revision(Int64, before: Int64)
  /// The key of a run of this member is gone, and nobody has taken it over.
  case run(ActionAddress)
}

extension DataLoss: CustomStringConvertible {
  package var description: String {
    "etcd has lost its data: "
      + {
        switch self {
        case .revision(let now, let before): "revision \(now.grouped), was \(before.grouped)"
        case .run(let action): "a run of \(action) is missing, and nobody has taken it over"
        }
      }()
  }
}

extension Int64 {
  /// "12,040"
  fileprivate var grouped: String {
    var text = ""
    for (index, digit) in String(self).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
