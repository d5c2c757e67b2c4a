import PseudoTerminal

/// `signalbox mcp` with a client that sends lines of a file, and stays until it is told to leave.
struct AgentProgram {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#

  static func request(_ id: Int, _ method: String, _ params: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(params.isEmpty ? "" : ",\(params)")}}"#
  }

  static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    request(id, "tools/call", #""name":"\#(tool)","arguments":{\#(arguments)}"#)
  }

  let program: HeadlessProgram
  private let board: SharedBoard
  private let name: String

  /// - Parameters:
  ///   - words: The words by which the server is started.
  ///   - name: Tells it from others on the same board.
  ///   - variables: All that the client passes on; nil for those of other programs.
  init(
    _ board: SharedBoard, _ lines: [String], _ words: [String] = ["mcp"], name: String = "",
    variables: [String: String]? = nil
  ) throws {
    (self.board, self.name) = (board, name)
    try board.sandbox.write(lines.map { $0 + "\n" }.joined(), to: "lines\(name)")
    let client = "{ cat lines\(name); while [ ! -e over\(name) ]; do sleep 0.05; done; } |"
    guard let variables else {
      program = try HeadlessProgram(words, way: .served, on: board.sandbox, prelude: client)
      return
    }
    let unset = "unset \(Program.plainEnvironment.keys.joined(separator: " "))"
    let exports = variables.map { "export \($0.key)='\($0.value)'" }.joined(separator: "\n")
    program = try HeadlessProgram(
      words, way: .served, on: board.sandbox, redirection: "\n}", prelude: "\(client) {\n\(unset)\n\(exports)"
    )
  }

  /// What clients of the Python SDK pass on, and nothing else.
  static func clientVariables(_ board: SharedBoard) -> [String: String] {
    [
      "HOME": board.sandbox.directory, "LOGNAME": "ada", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
      "TERM": "dumb", "USER": "ada",
    ]
  }

  /// The next line of the server.
  func line() -> String { program.line() }

  /// The client leaves.
  func leave() throws { try board.sandbox.write("", to: "over\(name)") }

  /// The client leaves; returns the exit code of the server.
  func end() throws -> Int32 {
    try leave()
    return try program.end().status
  }
}

extension PseudoTerminal {
  /// Opens the question of an agent in a panel, as soon as that takes answers.
  func openPetition() throws {
    let tooEarly = "An agent has only just asked"
    while !screen.text.contains("Let it start") {
      send("\u{7}")
      try waitUntil("the question") { $0.text.contains("Let it start") || $0.text.contains(tooEarly) }
      if screen.text.contains("Let it start") { break }
      send("j")
      try waitUntil("the message goes") { !$0.text.contains(tooEarly) }
    }
  }
}
