extension [String] {
  /// "Build, Test and 3 others": as many as can be read at a glance.
  package var inWords: String {
    let limit = 5
    guard count > 1 else { return first ?? "" }
    if count <= limit { return dropLast().joined(separator: ", ") + " and " + self[count - 1] }
    return prefix(limit - 1).joined(separator: ", ") + " and \(count - limit + 1) others"
  }
}
