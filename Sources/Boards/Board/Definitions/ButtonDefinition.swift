/// One of several buttons that start the same action, each with an input of its own.
public struct ButtonDefinition: Sendable, Equatable {
  /// The key that presses it; nil if there is no key.
  public var key: ButtonKey?
  /// The label.
  public var title: String
  /// The value of the variable `INPUT` in the environment of the command.
  public var input: String

  public init(key: ButtonKey? = nil, title: String, input: String) {
    self.key = key
    self.title = title
    self.input = input
  }
}
