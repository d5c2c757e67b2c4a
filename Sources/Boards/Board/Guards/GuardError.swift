/// Why text is not a valid guard.
public struct GuardError: Error, Equatable {
  /// The mistakes, in the order of the text; there is at least one.
  public let mistakes: [GuardMistake]
}

/// One mistake in a guard.
public struct GuardMistake: Error, Equatable {
  /// The number of Unicode scalars of the text that precede it.
  public let offset: Int
  /// The mistake, on one line.
  public let message: String
  /// What was probably meant, or what to write instead, on one line.
  public let hint: String?

  init(offset: Int, message: String, hint: String? = nil) {
    self.offset = offset
    self.message = message
    self.hint = hint
  }
}
