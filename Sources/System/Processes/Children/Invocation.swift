/// A program and its arguments.
package struct Invocation: Sendable, Equatable {
  /// The path of the program, or a name without `/` that is looked up in `PATH`; empty if there is no
  /// program.
  let program: String
  /// What the program receives, beginning with its own name.
  let arguments: [String]
  /// The text of a file that is created for the program, and whose path is its last argument; nil for none.
  let script: String?

  private init(program: String, arguments: [String], script: String? = nil) {
    self.program = program
    self.arguments = arguments
    self.script = script
  }

  /// A text for `sh -c`.
  package static func shell(_ script: String) -> Invocation {
    Invocation(program: "/bin/sh", arguments: ["sh", "-c", script])
  }

  /// A program and its arguments. Without a program, starting it fails.
  package static func arguments(_ arguments: [String]) -> Invocation {
    Invocation(program: arguments.first ?? "", arguments: arguments)
  }

  /// A script for an interpreter, which is a program and its arguments.
  package static func script(_ text: String, interpreter: [String]) -> Invocation {
    Invocation(program: interpreter.first ?? "", arguments: interpreter, script: text)
  }

  /// The program with the file of its script.
  func reading(_ path: String) -> Invocation {
    Invocation(program: program, arguments: arguments + [path])
  }
}
