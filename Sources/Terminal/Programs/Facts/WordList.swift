extension [String] {
  /// The words as a list of at most five parts: "Build, Test and 3 others".
  package var inWords: String {
    let limit = 5
    guard count > 1 else { return first ?? "" }
    if count <= limit { return dropLast().joined(separator: ", ") + " and " + self[count - 1] }
    return prefix(limit - 1).joined(separator: ", ") + " and \(count - limit + 1) others"
  }
}
