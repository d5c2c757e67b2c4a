/// A program and its arguments.
package struct Invocation: Sendable, Equatable {
  /// The path of the program, or a name without `/` that is looked up in `PATH`; empty if there is no
  /// program.
  let program: String
  /// What the program receives, beginning with its own name.
  let arguments: [String]

  /// A text for `sh -c`.
  package static func shell(_ script: String) -> Invocation {
    Invocation(program: "/bin/sh", arguments: ["sh", "-c", script])
  }

  /// A program and its arguments. Without a program, starting it fails.
  package static func arguments(_ arguments: [String]) -> Invocation {
    Invocation(program: arguments.first ?? "", arguments: arguments)
  }
}
