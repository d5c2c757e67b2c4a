/// Who takes part: the box of a board, in one of its lives.
package struct MemberIdentity: Sendable, Equatable {
  /// Random, and new with each life of a box.
  package var id: String
  /// The name of the machine.
  package var host: String
  /// The name of the person whose box it is.
  package var user: String
  /// The name and the version of the program.
  package var program: String
  package var process: Int32
  /// When the box started, in milliseconds since 1970. Only shown.
  package var started: Int64

  package init(id: String, host: String, user: String, program: String, process: Int32, started: Int64) {
    self.id = id
    self.host = host
    self.user = user
    self.program = program
    self.process = process
    self.started = started
  }
}
