/// What a run warns about although it has succeeded. It is shown as an error of low priority.
struct RunWarning: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }
}
