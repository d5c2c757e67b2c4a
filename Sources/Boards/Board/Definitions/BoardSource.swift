internal import Essentials

/// What a board was read from: the text of its file, and the directories that its paths depend on.
///
/// All sources are equal, because boards are equal if they mean the same. `matches` compares them.
package struct BoardSource: Sendable, Equatable {
  /// The digest of the text, by which front ends and boxes say what they have read; nil for a board that was
  /// not read from a text.
  package let digest: String?
  /// The files that it was made from, which may be missing, if it is not a file of its own.
  package internal(set) var files: [String] = []
  private let directory: String?
  private let home: String?

  /// The directory of the file; empty if there is none.
  package var place: String { directory ?? "" }

  init() { (digest, directory, home) = (nil, nil, nil) }

  init(_ text: String, directory: String?, home: String?) {
    digest = StableHash.hex(text)
    (self.directory, self.home) = (directory, home)
  }

  /// Whether both are the same text in the same place. An unknown source matches none.
  func matches(_ other: Self) -> Bool {
    digest != nil && digest == other.digest && directory == other.directory && home == other.home
  }

  package static func == (_: Self, _: Self) -> Bool { true }
}
