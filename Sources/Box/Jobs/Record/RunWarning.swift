/// What a run warns about although it has succeeded. It is shown as an error of low priority.
struct RunWarning: Error, Equatable, CustomStringConvertible {
  let description: String
  /// Whether it is that other machines may not know of the success.
  let isUnconfirmed: Bool

  init(_ text: String, isUnconfirmed: Bool = false) {
    (description, self.isUnconfirmed) = (text, isUnconfirmed)
  }
}
