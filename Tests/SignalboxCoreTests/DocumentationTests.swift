import Foundation
import Testing

/// Compares the documentation with the code, so that neither changes without the other.
@Suite(.timeLimit(.minutes(15))) struct DocumentationTests {
  private let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The products of the libraries, each with the folder of the tests that contain its examples.
  private let products = [
    "SignalboxCore": "SignalboxCoreTests", "SignalboxTesting": "SignalboxCoreTests",
    "SignalboxLogging": "SignalboxLoggingTests", "SignalboxMetrics": "SignalboxMetricsTests",
    "SignalboxTracing": "SignalboxTracingTests",
    "SignalboxServiceLifecycle": "SignalboxServiceLifecycleTests",
  ]

  @Test func `every test that the guarantees name exists`() throws {
    let article = try text("Sources/Library/SignalboxCore/Documentation.docc/Guarantees.md")
    let tests = try files(in: "Tests/SignalboxCoreTests", ending: "Tests.swift")
      .map { try String(contentsOf: $0, encoding: .utf8) }
    let named = article.replacing("\n", with: " ").matches(of: #/`(\w+Tests)/([^`]+)`/#)
      .map { (suite: $0.1, test: $0.2) }

    for (suite, test) in named {
      let source = tests.first { $0.contains(" \(suite) {") || $0.contains(" \(suite): ") } ?? ""
      let name = test.contains(" ") ? "`\(test)`" : "\(test)"
      let isThere = source.contains("func \(name)(")
      #expect(isThere, "\(suite)/\(test) does not exist")
    }
    let guarantees = article.split(separator: "\n## ").filter { $0.contains(#/^\d+\. /#) }
    #expect(guarantees.count == 12)
    for guarantee in guarantees {
      #expect(guarantee.contains(#/`\w+Tests/[^`]+`/#), "no test proves \(guarantee.prefix(40))")
      #expect(guarantee.contains("\nCost: "), "the cost is missing of \(guarantee.prefix(40))")
    }
  }

  @Test func `every example in a documentation comment is a test`() throws {
    var count = 0
    for (product, suite) in products {
      let tests = try exampleTests(in: suite)
      for file in try files(in: "Sources/Library/" + product, ending: ".swift") {
        for example in examples(inCommentsOf: try String(contentsOf: file, encoding: .utf8)) {
          #expect(
            tests.contains(example), "an example in \(file.lastPathComponent) is not a test: \(example)")
          count += 1
        }
      }
    }
    #expect(count > 30)
  }

  @Test func `every example in an article is a test`() throws {
    var count = 0
    for (product, suite) in products {
      let tests = try exampleTests(in: suite)
      for file in try files(in: "Sources/Library/\(product)/Documentation.docc", ending: ".md") {
        for block in codeBlocks(in: try String(contentsOf: file, encoding: .utf8)) {
          let example = block.replacing(#/(?m)^import \w+\n+/#, with: "")
          let isTest = tests.contains(example)
          #expect(isTest, "a block in \(file.lastPathComponent) is not a test: \(example)")
          count += 1
        }
      }
    }
    #expect(count > 5)
  }

  @Test func `the libraries print nothing`() throws {
    // The one misuse that ends the program: the use of live data in its own `modify`.
    let excepted = "StateLock.swift"
    for product in products.keys {
      for file in try files(in: "Sources/Library/" + product, ending: ".swift") {
        let code = try String(contentsOf: file, encoding: .utf8)
          .split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
        let prints = code.contains(#/\b(debugPrint|print|dump|NSLog|fatalError)\(/#)
        #expect(prints == (file.lastPathComponent == excepted), "\(file.lastPathComponent)")
      }
    }
  }

  // MARK: Reading

  /// The lines of all examples in a folder of tests.
  private func exampleTests(in suite: String) throws -> String {
    try files(in: "Tests/" + suite, ending: "ExampleTests.swift")
      .map { try unindented($0) }.joined(separator: "\n")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: project.appending(path: path), encoding: .utf8)
  }

  private func files(in folder: String, ending: String) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: project.appending(path: folder).resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    let found = (all?.compactMap { $0 as? URL } ?? []).filter { $0.path().hasSuffix(ending) }
    return try #require(found.isEmpty ? nil : found)
  }

  /// The lines of a file without the indentation of a test's body.
  private func unindented(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
      .joined(separator: "\n")
  }

  private func examples(inCommentsOf source: String) -> [String] {
    let comments = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
      .map { $0.hasPrefix("/// ") ? $0.dropFirst(4) : $0.hasPrefix("///") ? $0.dropFirst(3) : "" }
    return codeBlocks(in: comments.joined(separator: "\n"))
  }

  private func codeBlocks(in text: String) -> [String] {
    text.matches(of: #/(?ms)^```swift\n(.*?)\n```$/#).map { String($0.1) }
  }
}
