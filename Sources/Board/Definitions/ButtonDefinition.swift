/// One of several buttons that start the same action, each with an input of its own.
public struct ButtonDefinition: Sendable, Equatable {
  /// The key that presses it; nil when it is reached by focus only.
  public let key: ButtonKey?
  /// What it says.
  public let title: String
  /// What the command finds in the variable `INPUT`.
  public let input: String

  public init(key: ButtonKey? = nil, title: String, input: String) {
    self.key = key
    self.title = title
    self.input = input
  }
}
