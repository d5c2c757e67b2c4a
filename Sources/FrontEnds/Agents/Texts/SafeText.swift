internal import Configuration

extension String {
  /// The text without what controls terminals, or reorders what people read.
  var safe: String {
    guard unicodeScalars.contains(where: { $0.isUnsafeToShow && $0 != "\n" }) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.isUnsafeToShow && $0 != "\n" ? "\u{FFFD}" : $0 }))
  }
}
