extension SourceText {
  /// The same text with a dot in place of each visible scalar in some ranges, so that messages can show lines
  /// that contain secrets.
  func concealing(_ ranges: [Range<Int>]) -> SourceText {
    guard !ranges.isEmpty else { return self }
    var scalars = scalars
    for index in ranges.joined() where !scalars[index].properties.isWhitespace {
      scalars[index] = "•"
    }
    return SourceText(file: file, kind: kind, text: String(String.UnicodeScalarView(scalars)))
  }
}
