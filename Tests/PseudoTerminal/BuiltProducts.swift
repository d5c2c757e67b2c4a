/// The directory of the built programs.
public enum BuiltProducts {
  /// The path of a program that was built together with the tests. It is in the same directory as the test
  /// bundle.
  public static func path(of program: String) -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
    let end = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.endIndex - 1
    parts[end...] = [program[...]]
    return parts.joined(separator: "/")
  }
}
