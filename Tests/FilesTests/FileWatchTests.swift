import Dispatch
import Foundation
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Files

/// Uses real files and the notices of the kernel.
@MainActor
@Suite(.timeLimit(.minutes(15))) final class FileWatchTests {
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

  /// Starts watching a file, and waits for the first notification.
  private func watch(_ name: String) async throws -> FileWatch {
    let watch = try FileWatch(path(name), scheduler: DispatchQueue.main) { [changes, directory] in
      changes.record(try? String(contentsOfFile: directory + "/" + name, encoding: .utf8))
    }
    _ = await changes.next()
    return watch
  }

  @Test func `writing, replacing, removing and restoring a file are reported`() async throws {
    try write("one", to: "a")
    let watch = try await watch("a")
    try write("two", to: "a", atomically: false)
    await changes.reach("two")
    for text in ["three", "four"] {
      try write(text, to: "a")
      await changes.reach(text)
    }
    try FileManager.default.removeItem(atPath: path("a"))
    await changes.reach(nil)
    try write("five", to: "a", atomically: false)
    await changes.reach("five")
    watch.close()
  }

  @Test func `the creation of a missing file is reported`() async throws {
    let watch = try await watch("deep/down/a")
    try FileManager.default.createDirectory(atPath: path("deep/down"), withIntermediateDirectories: true)
    try write("here", to: "deep/down/a")
    await changes.reach("here")
    watch.close()
  }

  @Test func `a directory that is removed and created again is watched again`() async throws {
    try FileManager.default.createDirectory(atPath: path("boards"), withIntermediateDirectories: true)
    try write("one", to: "boards/a")
    let watch = try await watch("boards/a")
    try FileManager.default.removeItem(atPath: path("boards"))
    await changes.reach(nil)
    try FileManager.default.createDirectory(atPath: path("boards"), withIntermediateDirectories: true)
    try write("two", to: "boards/a")
    await changes.reach("two")
    watch.close()
  }

  @Test func `a link that is replaced is followed`() async throws {
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
    await changes.reach("v2")
    try write("v3", to: "v2/a", atomically: false)
    await changes.reach("v3")
    watch.close()
  }

  #if os(Linux)
  @Test func `changes of other files in the directory are ignored`() async throws {
    try write("one", to: "a")
    let scheduler = TestScheduler()
    let watch = try FileWatch(path("a"), scheduler: scheduler) { [changes] in changes.record(nil) }
    scheduler.advance(by: .seconds(1))
    #expect(changes.count == 1)
    // The directories above are those of all tests: if the kernel has lost events there, everything counts as
    // changed.
    var areIgnored = false
    for _ in 1...10 where !areIgnored {
      for number in 1...20 { try write("\(number)", to: "other") }
      while hasUnreadEvents { await Task.yield() }
      areIgnored = scheduler.pendingCount == 0
      scheduler.advance(by: .seconds(1))
    }
    #expect(areIgnored)
    let count = changes.count
    try write("two", to: "a")
    while scheduler.pendingCount == 0 { await Task.yield() }
    scheduler.advance(by: .seconds(1))
    #expect(changes.count > count)
    watch.close()
  }

  @Test(.slow) func `a closed watch leaves no descriptor open`() async throws {
    try write("one", to: "a")
    for number in 1...20 {
      let watch = try await watch("a")
      try write("\(number)", to: "a")
      await changes.reach("\(number)")
      #expect(!watchesOfDirectory.isEmpty)
      watch.close()
    }
    // The sources close their descriptors on the main queue.
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(watchesOfDirectory.isEmpty)
  }

  /// The open inotify instances of this process that watch the directory of this test.
  private var watchesOfDirectory: [Int32] {
    var status = stat()
    stat(directory, &status)
    let watch = "ino:\(String(status.st_ino, radix: 16)) "
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
    return descriptors.compactMap(Int32.init).filter { descriptor in
      (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8))?.contains(watch)
        == true
    }
  }

  /// Whether there are events that the watch has not read yet.
  private var hasUnreadEvents: Bool {
    watchesOfDirectory.contains { descriptor in
      var size: Int32 = 0
      return ioctl(descriptor, UInt(FIONREAD), &size) == 0 && size > 0
    }
  }
  #endif
}

/// Records the content of the file at each notification, and lets a test wait for the next one.
@MainActor
private final class Changes {
  private(set) var count = 0
  private var texts: [String?] = []
  private var waiting: CheckedContinuation<String?, Never>?

  func record(_ text: String?) {
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

  /// Waits for a notification at which the file has this content. There may be others before it: a file that
  /// is not replaced as a whole is empty for a moment, and its directory may be there before it is.
  func reach(_ text: String?) async {
    while await next() != text {}
  }
}
