import Foundation
import PseudoTerminal
import Rendezvous
import TestSupport
import Testing

/// Where a board lives in a test: in the process of its front end, or in a box that front ends share.
enum Way: CaseIterable {
  case privately, served

  /// The way in which ``HeadlessProgram`` and ``Sandbox`` start the program.
  @TaskLocal static var present = Way.privately

  /// The arguments with which the program goes this way.
  func arguments(_ arguments: [String]) -> [String] {
    guard self == .privately else { return arguments }
    guard let word = arguments.first else { return ["--private"] }
    if ["panel", "run", "watch"].contains(word) { return [word, "--private"] + arguments.dropFirst() }
    let opensPanel =
      word.hasPrefix("-") && !["-h", "--help", "--version"].contains(word) || word.contains("/")
      || word.hasSuffix(".yml") || word.hasSuffix(".yaml")
    return opensPanel ? ["--private"] + arguments : arguments
  }

  /// The path of a program that goes this way, for shell scripts.
  var program: String { self == .privately ? Self.privateProgram : BuiltProducts.path(of: "signalbox") }

  /// A script that adds `--private`.
  ///
  /// It is written once, and copied by another process: a child that starts while this process has a file
  /// open for writing inherits that, and the system refuses to run the file meanwhile.
  private static let privateProgram: String = {
    let program = BuiltProducts.path(of: "signalbox")
    let path = NSTemporaryDirectory() + "/signalbox-private-\(UUID())"
    let text = """
      #!/bin/sh
      case ${1-} in
      panel|run|watch) word=$1; shift; exec '\(program)' "$word" --private "$@" ;;
      -h|--help|--version) exec '\(program)' "$@" ;;
      ''|-*|*/*|*.yml|*.yaml) exec '\(program)' --private "$@" ;;
      *) exec '\(program)' "$@" ;;
      esac
      """
    try? text.write(toFile: path + ".text", atomically: false, encoding: .utf8)
    let copy = try? ChildProgram(
      "/bin/sh", ["-c", "cp \"$0.text\" \"$0\" && chmod 755 \"$0\" && rm \"$0.text\"", path],
      environment: Program.plainEnvironment)
    copy?.waitForEnd()
    return path
  }()

  /// Ends the boxes of all boards in a directory, and removes what they have kept in the home directory.
  static func endBoxes(in directory: String) {
    guard let canonical = realpath(directory, nil) else { return }
    defer { free(canonical) }
    let start = String(cString: canonical) + "/"
    for record in BoxRecord.all(environment: [:]) where record.board.hasPrefix(start) { end(record) }
  }

  /// The processes of the boxes of all boards in a directory.
  static func boxes(in directory: String) -> [Int32] {
    guard let canonical = realpath(directory, nil) else { return [] }
    defer { free(canonical) }
    let start = String(cString: canonical) + "/"
    return BoxRecord.all(environment: [:]).filter { $0.board.hasPrefix(start) }.map(\.process)
  }

  private static func end(_ record: BoxRecord) {
    guard let identity = try? BoardIdentity(path: record.board),
      let places = try? BoxPlaces(identity, environment: [:])
    else { return }
    let stop = try? ChildProgram(
      BuiltProducts.path(of: "signalbox"), ["stop", "--now", "--board", record.board],
      environment: Program.plainEnvironment, output: .discarded, errors: .discarded)
    stop?.waitForEnd()
    unlink(record.socket)
    try? FileManager.default.removeItem(atPath: places.stateDirectory)
  }
}

/// Runs each test twice: with the board in the process of its front end, and in a box.
struct BothWays: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for way in Way.allCases {
      let naming = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        issue.comments.append("The board was \(way == .served ? "in a box" : "private").")
        return issue
      }
      try await naming.provideScope(for: test, testCase: testCase) {
        try await Way.$present.withValue(way) { try await function() }
      }
    }
  }
}

extension Trait where Self == BothWays {
  /// Each test runs with the board in the process of its front end, and again with the board in a box.
  static var bothWays: Self { Self() }
}

/// In a suite that runs both ways: a test of what boards do that go one of them.
struct OnlyOneWay: TestTrait, TestScoping {
  let way: Way

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Way.present == way { try await function() }
  }
}

extension Trait where Self == OnlyOneWay {
  /// The test runs with a private board only.
  static var onlyPrivate: Self { Self(way: .privately) }
  /// The test runs with a board in a box only.
  static var onlyServed: Self { Self(way: .served) }
}
