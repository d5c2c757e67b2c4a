import Foundation
import Testing

/// A command that a document of this project tells its reader to type, or mentions.
struct DocumentedCommand: Sendable, CustomTestStringConvertible {
  /// The path of the document in the project.
  let document: String
  /// The program and its arguments.
  let words: [String]

  var program: String { words[0] }
  var arguments: [String] { Array(words.dropFirst()) }
  var testDescription: String { "\(document): \(words.joined(separator: " "))" }

  static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .resolvingSymlinksInPath()

  /// The commands of all documents that begin with one of these programs.
  static func all(of programs: String...) -> [DocumentedCommand] {
    all.filter { programs.contains($0.program) }
  }

  private static let all = documents.flatMap { document -> [DocumentedCommand] in
    let text = (try? String(contentsOf: project.appending(path: document), encoding: .utf8)) ?? ""
    return commandLines(in: text).flatMap { commands(in: $0, of: document) }
  }

  /// Every file in Markdown that belongs to the project.
  static let documents: [String] = {
    let files = FileManager.default.enumerator(
      at: project, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "md" }
      .map { String($0.resolvingSymlinksInPath().path().dropFirst(project.path().count)) }
      .map { String($0.drop { $0 == "/" }) }.sorted()
  }()

  /// What stands in blocks of code without another language, line by line, and in the code of other lines.
  static func commandLines(in text: String) -> [String] {
    var lines: [String] = []
    var language: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if let language {
        if ["", "sh", "bash", "console"].contains(language) { lines.append(String(line)) }
      } else if line.hasPrefix("    ") {
        lines.append(String(line))
      } else {
        lines += line.matches(of: #/`([^`]+)`/#).map { String($0.1) }
      }
    }
    return lines
  }

  /// The commands of one line, without comments, assignments and redirections.
  static func commands(in line: String, of document: String) -> [DocumentedCommand] {
    let code = line.replacing(#/(^|\s)#.*/#, with: "").replacing(#/^\s*\$ /#, with: "")
    return code.split(separator: #/&&|\|\||[|;]/#).compactMap { part in
      let words = part.replacing(#/\d?[<>]+\s*\S+/#, with: "").split(whereSeparator: \.isWhitespace)
        .drop { $0.contains(#/^[A-Z_]+=/#) }.map(String.init)
      return words.isEmpty ? nil : DocumentedCommand(document: document, words: words)
    }
  }
}
