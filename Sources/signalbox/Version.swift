/// Which program this is.
enum ProgramVersion {
  /// The version of the program, by semantic versioning.
  ///
  /// It is stated here only: `Scripts/release` reads this line for the man page, the packages and the tag.
  static let version = "0.1.0"

  /// The name and the version, which other machines show.
  static let withName = "signalbox \(version)"
}
