extension Signalbox {
  /// The version of the program, by semantic versioning.
  ///
  /// It is stated here only: `Scripts/release` reads this line for the man page, the packages and the tag.
  static let version = "0.1.0"
}
