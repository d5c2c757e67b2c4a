import EtcdServer
import Foundation

/// An etcd, and what boxes ask of it.
final class EtcdUse {
  struct Counts {
    /// Without watches, which are requests that do not end.
    var requests = 0
    /// Of these, those that keep a lease alive.
    var renewals = 0
    /// Keys that were written.
    var puts = 0
    /// What one node has written to its log.
    var logBytes = 0
  }

  static var isInstalled: Bool {
    ["/usr/bin/etcd", "/usr/local/bin/etcd"].contains { FileManager.default.isExecutableFile(atPath: $0) }
  }

  let server: EtcdServer
  let endpoints: String

  init(nodes: Int) throws {
    let server = try Waiting.value { try await EtcdServer(nodes: nodes) }
    self.server = server
    endpoints = server.endpoints.map { "'\($0)'" }.joined(separator: ", ")
  }

  var leader: Int { get throws { try Waiting.value { [server] in try await server.leader } } }

  var nodes: [ProcessFigures] {
    server.endpoints.indices.compactMap { server.processIdentifier(of: $0) }.map(ProcessFigures.init)
  }

  var counts: Counts {
    var counts = Counts()
    for (index, endpoint) in server.endpoints.enumerated() {
      for line in Self.metrics(of: endpoint).split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ")
        guard words.count == 2, let value = Double(words[1]).flatMap({ Int(exactly: $0) }) else {
          continue
        }
        if words[0].hasPrefix("grpc_server_started_total"), !words[0].contains("\"Watch\"") {
          counts.requests += value
          if words[0].contains("\"LeaseKeepAlive\"") { counts.renewals += value }
        }
        guard index == 0 else { continue }
        if words[0] == "etcd_mvcc_put_total" { counts.puts = value }
        if words[0] == "etcd_disk_wal_write_bytes_total" { counts.logBytes = value }
      }
    }
    return counts
  }

  private static func metrics(of endpoint: String) -> String {
    (try? output(of: "curl", "-s", "\(endpoint)/metrics")) ?? ""
  }

  /// How many bytes a process has sent and received on its connections that are open now.
  func traffic(of process: Int32) -> Int {
    let text = (try? Self.output(of: "ss", "-Htnpi")) ?? ""
    var (sum, isOwn) = (0, false)
    for line in text.split(separator: "\n") {
      if !(line.first?.isWhitespace ?? true) { isOwn = line.contains("pid=\(process),") }
      guard isOwn else { continue }
      for word in line.split(separator: " ") {
        let parts = word.split(separator: ":")
        if parts.count == 2, parts[0] == "bytes_sent" || parts[0] == "bytes_received" {
          sum += Int(parts[1]) ?? 0
        }
      }
    }
    return sum
  }

  private static func output(of command: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
