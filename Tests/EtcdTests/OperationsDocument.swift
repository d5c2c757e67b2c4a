import Foundation
import Testing

/// The documents for those who look after an etcd, as far as their commands are played by tests.
enum OperationsDocument {
  /// Before commands: their client waits for as long as a busy machine may take, instead of five seconds.
  static let patientClient = #"etcdctl() { command etcdctl --command-timeout=60s "$@"; }"# + "\n"

  static func text(of name: String) throws -> String {
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: project.appending(path: "Documentation/\(name)"), encoding: .utf8)
  }

  /// The blocks of commands: those without a language.
  static func blocks(of name: String = "ClusterOperations.md") throws -> [String] {
    let parts = try ("\n" + text(of: name)).components(separatedBy: "\n```")
    return parts.enumerated().compactMap { index, part in
      index % 2 == 1 && part.hasPrefix("\n") ? String(part.dropFirst()) : nil
    }
  }

  /// The block that contains a text.
  static func block(with text: String, of name: String = "ClusterOperations.md") throws -> String {
    try #require(try blocks(of: name).first { $0.contains(text) }, "no block has \(text)")
  }
}

extension Pipe {
  /// All that arrives until its end, read on a thread of its own.
  func textToEnd() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let data = (try? fileHandleForReading.readToEnd()) ?? nil
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }
    }
  }
}
