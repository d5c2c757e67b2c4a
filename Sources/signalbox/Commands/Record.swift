internal import ArgumentParser
internal import Board
internal import BoxServer
internal import Essentials
internal import Headless
internal import Processes
internal import Rendezvous
internal import Wire

/// Prints what front ends have asked the boxes of a board for.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Print who has pressed what, who said yes, and what came of it.",
    discussion: """
      It contains what people and agents have asked the box of the board for, also what was refused. What a front end \
      says of itself is no proof: the name of an agent is that which its program gives. It starts no box.
      """)

  @Argument(help: "Only this action.", completion: Completions.actions)
  var action: String?

  @Option(
    help: ArgumentHelp("Only what came in this time, such as 5m.", valueName: "duration"),
    transform: RunActions.duration)
  var since: Duration?

  @OptionGroup var json: JSONOptions
  @OptionGroup var board: BoardOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    let (action, since, isJSON) = (action, since, json.json)
    ExistingBox.runCommand {
      guard choice.isShared, let path = choice.path else {
        StandardError.write("\(choice.name) is no file, so it has no record")
        return ExitStatus.refused
      }
      let places = try BoxPlaces(
        BoardIdentity(presentOrGone: path), environment: ProcessInfo.processInfo.environment)
      let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let first = since.map { Date.now.addingTimeInterval(-($0 / .seconds(1))).formatted(format) } ?? ""
      let entries = PressRecord.entries(places.record).filter { entry in
        (action == nil || entry["action"]?.text == action) && entry["at"]?.text ?? "" >= first
      }
      let output = Opening.output
      for entry in entries {
        output.write(
          lines: [isJSON ? "\(String(decoding: entry.bytes, as: UTF8.self))" : "\(Self.line(entry))"])
      }
      return ExitStatus.succeeded
    }
  }

  /// An entry for people.
  static func line(_ entry: JSONTree) -> String {
    func text(_ name: String) -> String? { entry[name]?.text }
    var words = [text("at") ?? "", entry["who"]?["name"]?.text ?? "", text("action") ?? ""]
    switch entry["input"].flatMap({ try? InputValues($0) }) {
    case .text(let input)?: words.append("\"\(input)\"")
    case .named(let values)?: words.append("\(InputValues.named(values))")
    case nil: break
    }
    var what = text("what") ?? ""
    if let run: Int = entry["run"]?.integer() { what += " (run \(run))" }
    if let cause = text("cause") { what += ", \(cause)" }
    if let reason = text("reason") { what += ": \(reason)" }
    if let yes = entry["yes"] {
      what += ", yes by \(yes["who"]?.text ?? yes["how"]?.text ?? "")"
      if let after: Int = yes["after_ms"]?.integer() { what += " after \(Duration.milliseconds(after).text)" }
    }
    words.append(what)
    return words.joined(separator: "  ")
  }
}
