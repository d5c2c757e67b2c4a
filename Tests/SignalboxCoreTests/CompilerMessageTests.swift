#if os(Linux)
import Foundation
import Testing

/// What the compiler says about mistakes in the use of the library.
@Suite(.timeLimit(.minutes(15))) struct CompilerMessageTests {
  /// The modules that this test was built with.
  private static let modules = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "Modules")

  /// Returns the errors in a source file that uses the library, without their places.
  private func errors(in code: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Mistake.swift")
    try ("import SignalboxCore\n" + code).write(to: file, atomically: true, encoding: .utf8)

    let output = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", Self.modules.path()]
      + Self.moduleMapOfOpenCombine.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] } + [file.path()]
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return text.split(separator: "\n").filter { $0.hasPrefix(file.path()) }.compactMap { line in
      line.firstRange(of: " error: ").map { String(line[$0.upperBound...]) }
    }
  }

  private static let moduleMapOfOpenCombine = [
    modules.deletingLastPathComponent().appending(path: "COpenCombineHelpers.build/module.modulemap").path()
  ]

  @Test func `work of the right type is accepted`() throws {
    let code = """
      func load(_ id: Int) async throws -> Int { id }
      let publisher = Action<Int, Int> { Just($0) }
      let closure = Action<Int, Int> { try await load($0) }
      let sequence = Action<Int, Int> { _ in AsyncStream<Int> { $0.finish() } }
      let nothing = CompletableAction<Int> { _ = try await load($0) }
      let inferred = Action { (id: Int) in try await load(id) }
      """
    #expect(try errors(in: code) == [])
  }

  @Test(
    arguments: [
      ("Just($0)", "the elements of this publisher are not of the action's type 'Element'"),
      ("Just($0).map { $0 + 1 }", "the elements of this publisher are not of the action's type 'Element'"),
      ("_ = $0; return numbers()", "the elements of this sequence are not of the action's type 'Element'"),
      ("try await load($0)", "the result of this closure is not of the action's type 'Element'"),
      ("$0 + 1", "the result of this closure is not of the action's type 'Element'"),
    ])
  func `work of another type than the action is named`(work: String, message: String) throws {
    let errors = try errors(
      in: """
        func load(_ id: Int) async throws -> Int { id }
        func numbers() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
        let action = Action<Int, String> { \(work) }
        """)
    #expect(errors.count == 1)
    #expect(errors.first?.contains(message) == true, "\(errors)")
  }

  @Test
  func `a closure of the main actor is refused where another thread may call it, however it is written`()
    throws
  {
    let errors = try errors(
      in: """
        @MainActor final class Screen {
          let (live, event, action) = (LiveData(data: 0), FutureEvent<Int>(), Action<Int, Int> { Just($0) })
          func show(_ value: Int) {}
          func onMain() {
            live.observeOnMain(owner: self) { self.show($0) }
            live.observeOnMain(owner: self, initial: true) { self.show($0) }
            event.observeOnMain(owner: self) { self.show($0) }
            action.elements.observeOnMain(owner: self) { self.show($0) }
          }
          func marked() {
            live.observe(owner: self) { @MainActor in self.show($0) }
            event.observe(owner: self) { @MainActor in self.show($0) }
          }
          func unmarked() {
            live.observe(owner: self) { self.show($0) }
            live.observe(owner: self, initial: true) { self.show($0) }
            event.observe(owner: self) { self.show($0) }
            action.elements.observe(owner: self) { self.show($0) }
          }
        }
        """)
    let message = "call to main actor-isolated instance method 'show' in a synchronous nonisolated context"
    #expect(errors.count == 6, "\(errors)")
    #expect(errors.count { $0.hasPrefix(message) } == 4, "\(errors)")
    #expect(errors.count { $0.contains("loses global actor 'MainActor'") } == 2, "\(errors)")
  }
}
#endif
