import Dispatch
import Foundation
import SignalboxCore
import Testing

@testable import Files

/// Real files, and the real kernel that tells of them.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class FileWatchTests {
  private let directory: String
  private let changes = Changes()

  init() throws {
    directory = NSTemporaryDirectory() + "signalbox-files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func path(_ name: String) -> String { directory + "/" + name }

  private func write(_ text: String, to name: String, atomically: Bool = true) throws {
    try text.write(toFile: path(name), atomically: atomically, encoding: .utf8)
  }

  /// Watches until the first look at the file.
  private func watch(_ name: String) async throws -> FileWatch {
    let watch = try FileWatch(path(name), scheduler: DispatchQueue.main) { [changes, directory] in
      changes.seen(try? String(contentsOfFile: directory + "/" + name, encoding: .utf8))
    }
    _ = await changes.next()
    return watch
  }

  @Test func writingReplacingRemovingAndBringingBackAreTold() async throws {
    try write("one", to: "a")
    let watch = try await watch("a")
    try write("two", to: "a", atomically: false)
    #expect(await changes.next() == "two")
    for text in ["three", "four"] {
      try write(text, to: "a")
      #expect(await changes.next() == text)
    }
    try FileManager.default.removeItem(atPath: path("a"))
    #expect(await changes.next() == nil)
    try write("five", to: "a", atomically: false)
    #expect(await changes.next() == "five")
    watch.close()
  }

  @Test func aFileThatIsNotThereYetIsTold() async throws {
    let watch = try await watch("deep/down/a")
    try FileManager.default.createDirectory(atPath: path("deep/down"), withIntermediateDirectories: true)
    try write("here", to: "deep/down/a")
    while await changes.next() != "here" {}
    watch.close()
  }

  @Test func aDirectoryThatGoesAndComesBackIsFollowed() async throws {
    try FileManager.default.createDirectory(atPath: path("boards"), withIntermediateDirectories: true)
    try write("one", to: "boards/a")
    let watch = try await watch("boards/a")
    try FileManager.default.removeItem(atPath: path("boards"))
    #expect(await changes.next() == nil)
    try FileManager.default.createDirectory(atPath: path("boards"), withIntermediateDirectories: true)
    try write("two", to: "boards/a")
    while await changes.next() != "two" {}
    watch.close()
  }

  @Test func aLinkThatIsReplacedIsFollowed() async throws {
    let files = FileManager.default
    for version in ["v1", "v2"] {
      try files.createDirectory(atPath: path(version), withIntermediateDirectories: true)
      try write(version, to: version + "/a")
    }
    try files.createSymbolicLink(atPath: path("..data"), withDestinationPath: "v1")
    try files.createSymbolicLink(atPath: path("a"), withDestinationPath: "..data/a")
    let watch = try await watch("a")

    try files.createSymbolicLink(atPath: path("..next"), withDestinationPath: "v2")
    #expect(rename(path("..next"), path("..data")) == 0)
    #expect(await changes.next() == "v2")
    try write("v3", to: "v2/a", atomically: false)
    #expect(await changes.next() == "v3")
    watch.close()
  }

  #if os(Linux)
  @Test func otherFilesOfTheDirectoryAreNobodysBusiness() async throws {
    try write("one", to: "a")
    let watch = try await watch("a")
    for number in 1...20 { try write("\(number)", to: "other") }
    try write("two", to: "a")
    #expect(await changes.next() == "two")
    #expect(changes.count == 2)
    watch.close()
  }

  @Test func aClosedWatchLeavesNoDescriptor() async throws {
    try write("one", to: "a")
    for number in 1...20 {
      let watch = try await watch("a")
      try write("\(number)", to: "a")
      #expect(await changes.next() == "\(number)")
      watch.close()
    }
    // The sources close them on the main queue.
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(Self.inotifyCount <= 1)
  }

  /// How many queues of events this process has open; other tests have one at a time, if at all.
  private static var inotifyCount: Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?
        .contains("inotify") == true
    }.count
  }
  #endif
}

/// What was read after each change, for somebody who waits for it.
@MainActor
private final class Changes {
  private(set) var count = 0
  private var texts: [String?] = []
  private var waiting: CheckedContinuation<String?, Never>?

  func seen(_ text: String?) {
    count += 1
    if let continuation = waiting {
      waiting = nil
      continuation.resume(returning: text)
    } else {
      texts.append(text)
    }
  }

  func next() async -> String? {
    if !texts.isEmpty { return texts.removeFirst() }
    return await withCheckedContinuation { waiting = $0 }
  }
}
