/// Why a text is no guard.
public struct GuardError: Error, Equatable {
  /// At least one mistake, in the order of the text.
  public let mistakes: [GuardMistake]
}

/// One mistake in a guard.
public struct GuardMistake: Error, Equatable {
  /// Where it is: how many Unicode scalars of the text come before.
  public let offset: Int
  /// What is wrong, on one line.
  public let message: String
  /// What was probably meant.
  public let hint: String?

  init(offset: Int, message: String, hint: String? = nil) {
    self.offset = offset
    self.message = message
    self.hint = hint
  }
}
