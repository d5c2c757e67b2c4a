internal import ArgumentParser
internal import Board
internal import Essentials
internal import Headless
internal import Processes

/// Shows the shared actions of all boards of a realm.
struct Fleet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Show the shared actions of all boards of a realm, on all machines.",
    discussion: """
      The panel can only be looked at, and no machine sees it. If standard output is not a terminal, it prints the present \
      state and exits.

      Where etcd is stands in the `cluster` of the board, or in the options; --etcd needs --realm.
      """)

  @OptionGroup var etcd: EtcdOptions

  @Flag(help: "Print one JSON document; Documentation/JSON.md describes the fields.")
  var json = false

  @Flag(name: .long, help: "Draw frames, signs and bars with ASCII only, for fonts without the usual ones.")
  var ascii = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var board: BoardOptions

  func validate() throws {
    if !etcd.endpoints.isEmpty, board.board != nil {
      throw ValidationError("One source is enough: --board or --etcd.")
    }
  }

  func run() throws {
    let cluster = try etcd.cluster ?? clusterOfBoard()
    let ink = screen.colors.ink
    if json || FrontEnd.reasonToWatch != nil { FrontEnd.printFleet(cluster, isJSON: json, ink: ink) }
    try FrontEnd.fleet(
      cluster,
      FrontEnd.Appearance(usesColor: screen.colors.isAllowed, usesOnlyASCII: ascii, ink: ink))
  }

  private func clusterOfBoard() throws -> ClusterDefinition {
    let choice = try Opening.choose(board.board)
    guard let cluster = try Opening.load(choice).cluster else {
      StandardError.write("\(choice.name) has no `cluster`; --etcd and --realm say where a fleet is")
      throw ExitCode(ExitStatus.badBoard)
    }
    return cluster
  }
}

/// Where an etcd is, without a board.
struct EtcdOptions: ParsableArguments {
  @Option(
    name: .customLong("etcd"),
    help: ArgumentHelp("The address of an etcd server; can be repeated.", valueName: "url"))
  var endpoints: [String] = []

  @Option(
    help: ArgumentHelp("The name that the boards of the fleet have in common.", valueName: "name"),
    transform: { text in
      guard ClusterDefinition.isName(text) else {
        throw ValidationError("the name of a realm has letters, digits, `-` and `_`")
      }
      return text
    })
  var realm: String?

  @Option(help: ArgumentHelp("The user of the etcd.", valueName: "name"))
  var user: String?

  @Option(
    help: ArgumentHelp("The file with the password of the user.", valueName: "file"), completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "The file with the only authorities whose certificates are accepted.", valueName: "file"),
    completion: .file())
  var ca: String?

  func validate() throws {
    for endpoint in endpoints { try Self.check(endpoint) }
    if endpoints.isEmpty != (realm == nil) { throw ValidationError("--etcd and --realm need each other.") }
    if (user == nil) != (passwordFile == nil) {
      throw ValidationError("--user and --password-file need each other.")
    }
    if endpoints.isEmpty, user != nil || ca != nil { throw ValidationError("--user and --ca need --etcd.") }
  }

  /// Checks the address of a server. The text is not repeated, because it may contain a password.
  private static func check(_ endpoint: String) throws {
    do throws(HTTPAddress.Mistake) {
      let parts = URLComponents(string: try HTTPAddress.url(endpoint).absoluteString)
      if let parts, ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil { return }
    } catch {
      if error == .user {
        throw ValidationError("--etcd must not contain a user name: there are --user and --password-file.")
      }
    }
    throw ValidationError("The address of an etcd has a scheme, a host and a port: https://a:2379")
  }

  /// Nil if the options do not name one.
  var cluster: ClusterDefinition? {
    guard let realm, !endpoints.isEmpty else { return nil }
    return ClusterDefinition(
      endpoints: endpoints, realm: realm, board: "", user: user,
      passwordFile: passwordFile.map(Self.absolute), trust: ca.map { .file(Self.absolute($0)) } ?? .system)
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : WorkingDirectory.path + "/" + path
  }
}
