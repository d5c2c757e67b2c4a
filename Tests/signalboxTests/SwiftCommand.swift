import Foundation
import TestSupport
import Testing

/// A command of the Swift package manager, which is asked for its options.
struct SwiftCommand {
  private let name: String
  private let arguments: [String]

  /// - Parameter words: What follows `swift`.
  init(_ words: [String]) throws {
    name = try #require(words.first)
    arguments = Array(words.dropFirst())
  }

  /// Records an issue for each word that the package manager or the package does not know.
  func check() throws {
    var command = try ToolDescription.of(name)
    var package = "."
    var rest = arguments[...]
    if let subcommand = command.subcommands?.first(where: { $0.commandName == rest.first }) {
      command = subcommand
      rest.removeFirst()
    }
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        return try checkPositional(word, rest, in: package)
      }
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = command.arguments.first(where: { $0.isCalled(parts[0]) }) else {
        Issue.record("swift \(name) has no \(word)")
        return
      }
      guard option.kind == "option" else { continue }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        Issue.record("\(word) has no value")
        return
      }
      switch parts[0] {
      case "--package-path": package = value
      case "--product", "--target": #expect(try Manifest(of: package).hasName(value), "no \(value)")
      case "--filter": #expect(Self.hasTest(value), "no test \(value)")
      default: break
      }
    }
  }

  /// A program, whose own arguments follow, or a command of a plugin.
  private func checkPositional(_ word: String, _ rest: ArraySlice<String>, in package: String) throws {
    switch name {
    case "run": #expect(try Manifest(of: package).hasName(word), "no \(word)")
    case "package": #expect(try Manifest.pluginVerbs.contains(word), "no plugin for \(word)")
    default: Issue.record("swift \(name) takes no \(word)")
    }
  }

  private static func hasTest(_ pattern: String) -> Bool {
    let tests = FileManager.default.enumerator(
      atPath: DocumentedCommand.project.appending(path: "Tests").path())
    return (tests?.compactMap { $0 as? String } ?? []).contains { $0.contains(pattern) }
  }
}

/// What a program with Swift's argument parser says about its arguments, for other programs to read.
private struct ToolDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }
    let kind: String
    let names: [Name]?

    func isCalled(_ word: String) -> Bool {
      names?.contains { ($0.kind == "long" ? "--" : "-") + $0.name == word } ?? false
    }
  }
  struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]
    let subcommands: [Command]?
  }
  let command: Command

  static func of(_ name: String) throws -> Command {
    let output = Pipe()
    let program = try ChildProgram(
      "/usr/bin/env", ["swift", name, "--experimental-dump-help"], output: .pipe(output), errors: .discarded)
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    program.waitForEnd()
    return try JSONDecoder().decode(ToolDescription.self, from: text).command
  }
}

/// What a package consists of.
struct Manifest {
  private let text: String

  /// - Parameter package: The path of the package in the project.
  init(of package: String) throws {
    text = try String(
      contentsOf: DocumentedCommand.project.appending(path: package + "/Package.swift"), encoding: .utf8)
  }

  /// Whether it has a product or a target with this name.
  func hasName(_ name: String) -> Bool { text.contains("name: \"\(name)\"") }

  /// What the plugins of the packages that this one depends on add to `swift package`.
  static var pluginVerbs: Set<String> {
    get throws {
      // The build directory is above the test program.
      var directory = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      repeat {
        directory.deleteLastPathComponent()
      } while directory.path() != "/"
        && !FileManager.default.fileExists(atPath: directory.appending(path: "checkouts").path())
      let checkouts = try FileManager.default.contentsOfDirectory(
        at: directory.appending(path: "checkouts"), includingPropertiesForKeys: nil)
      return Set(
        checkouts.compactMap {
          try? String(contentsOf: $0.appending(path: "Package.swift"), encoding: .utf8)
        }.flatMap { manifest in
          manifest.matches(of: #/verb: "([^"]+)"/#).map { String($0.1) }
            + (manifest.contains(".documentationGeneration(") ? ["generate-documentation"] : [])
        })
    }
  }
}
