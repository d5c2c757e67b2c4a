internal import Wire

/// The versions of the protocol that begin with `initialize`.
enum LegacyEra {
  static let versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  private static let newest = "2025-11-25"

  /// The version in which both speak, and who the client is.
  static func agreement(_ params: JSONTree) -> (version: String, client: Client) {
    let offered = params["protocolVersion"]?.text
    let version = offered.flatMap { versions.contains($0) ? $0 : nil } ?? newest
    var client = Client(info: params["clientInfo"], capabilities: params["capabilities"])
    client.isModern = false
    client.namesMode = version == newest
    return (version, client)
  }

  static func welcome(_ version: String, server: String) -> JSONTree {
    [
      "protocolVersion": .text(version), "capabilities": ServerFacts.capabilities,
      "serverInfo": ServerFacts.info(server), "instructions": .text(ServerFacts.instructions),
    ]
  }
}
