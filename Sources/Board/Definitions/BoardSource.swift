/// What a board was read from: the text of its file, and the directories that its paths depend on.
///
/// All sources are equal, because boards are equal if they mean the same. `matches` compares them.
package struct BoardSource: Sendable, Equatable {
  private let digest: Int?

  init() { digest = nil }

  init(_ text: String, directory: String?, home: String?) {
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(directory)
    hasher.combine(home)
    digest = hasher.finalize()
  }

  /// Whether both are the same text in the same place. An unknown source matches none.
  func matches(_ other: Self) -> Bool { digest != nil && digest == other.digest }

  package static func == (_: Self, _: Self) -> Bool { true }
}
