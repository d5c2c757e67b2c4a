import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Inputs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Changes files in all ways at random, and compares what a look says with what they contain.
@Suite(.timeLimit(.minutes(60))) struct InputWalkFuzzTests {
  /// How many steps each mode makes; a million are made for the benchmarks.
  private static let steps =
    ProcessInfo.processInfo.environment["SIGNALBOX_WALK_STEPS"].flatMap(Int.init) ?? 1_500

  /// A press looks at the files first, whoever gives notice of what.
  @Test(arguments: WalkMode.allCases) func `a success is fresh at a press if all files are as they were`(
    _ mode: WalkMode
  ) throws {
    var (seed, left, fresh) = (Seeds(1).first { _ in true } ?? 1, Self.steps, 0)
    while left > 0 {
      var walk = try RandomWalk(seed: seed, mode: mode)
      for step in 0..<min(left, 500) {
        var kind = -1
        // Sometimes nobody does anything.
        if !walk.isIdle { kind = try walk.change() }
        walk.takeNotices(sinceChange: kind)
        let (isFresh, isSame) = (try walk.look(), walk.isSame)
        #expect(isFresh == isSame, "\(mode), seed \(seed), step \(step): \(kind)")
        if isFresh != isSame { return }
        fresh += isFresh ? 1 : 0
        walk.startSometimes()
        walk.dieSometimes()
      }
      #expect(walk.wronglyFresh == 0, "\(mode), seed \(seed): a write was not noticed")
      left -= 500
      seed += 1
    }
    #expect(fresh > Self.steps / 20)
  }

  @Test func `after each change a look says whether the files are as they were`() throws {
    for seed in Seeds(20) {
      var walk = try RandomWalk(seed: seed)
      for step in 0..<150 {
        let kind = try walk.change()
        let (isFresh, isSame) = (try walk.look(), walk.isSame)
        #expect(isFresh == isSame, "seed \(seed), step \(step): \(kind)")
        if isFresh != isSame { return }
        walk.startSometimes()
      }
    }
  }
}

/// What is known between two presses.
enum WalkMode: CaseIterable {
  /// Nobody gives notice.
  case polled
  /// The kernel does.
  case noticed
  /// It does, and its queue overflows.
  case overflowed
  /// The process is killed from time to time, and the next one knows what was kept.
  case killed
}

/// A tree of files that is changed at random, with what a success was made from.
private struct RandomWalk {
  private var random: SeededGenerator
  private let scratch: Scratch
  /// A directory on the same file system that is not looked at.
  private let outside: Scratch
  private let selection: InputSelection
  private var known: InputTable?
  private var snapshot: InputTable?
  private var truth: [String: String] = [:]
  private let names = ["a", "b", "c", "sub/d", "sub/e", "sub/deep/f"]

  private let mode: WalkMode
  private var notices: TreeNotices?
  private var watches: TreeWatches?
  private var effect = NoticeEffect()
  /// How often a success would have counted without a look although a file had changed whose change is always
  /// noticed.
  private(set) var wronglyFresh = 0

  init(seed: UInt64, mode: WalkMode = .polled) throws {
    self.mode = mode
    notices = mode == .polled ? nil : TreeNotices()
    random = SeededGenerator(seed: seed)
    (scratch, outside) = (try Scratch(), try Scratch())
    selection = InputSelection([try InputPattern("**"), try InputPattern("!*.tmp")])
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/sub/deep", withIntermediateDirectories: true)
    for name in names { try put(path(name), "0") }
    _ = try look()
    snapshot = known
    truth = contents
  }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  /// What the files contain, read in another way.
  private var contents: [String: String] {
    var contents: [String: String] = [:]
    let files = FileManager.default
    for case let name as String in files.enumerator(atPath: scratch.path) ?? .init()
    where !name.hasSuffix(".tmp") {
      let path = path(name)
      if let target = try? files.destinationOfSymbolicLink(atPath: path) {
        contents[name] = "-> \(target) " + ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
      } else if let text = try? String(contentsOfFile: path, encoding: .utf8) {
        contents[name] = text
      }
    }
    return contents
  }

  var isSame: Bool { contents == truth }

  mutating func look() throws -> Bool {
    var look = InputLook(
      selection, in: scratch.path, known: known, noticed: effect.noticed, notices: notices)
    // A file that was not touched for this time is not read again.
    look.margin = 20_000_000
    effect = NoticeEffect()
    let earlier = watches
    known = look.perform(&watches)
    if let watches { TreeWatches.remove([earlier].compactMap(\.self), except: [watches]) }
    guard let known, let snapshot else { return false }
    return known.difference(from: snapshot) == nil
  }

  var isIdle: Bool { mutating get { random.oneIn(8) } }

  /// Reads what the kernel says, as a start does in its own turn.
  mutating func takeNotices(sinceChange kind: Int) {
    guard let notices, let watches else { return }
    var all = notices.read()
    #if os(Linux)
    if mode == .overflowed, random.oneIn(3) { all = [TreeNotices.Notice(watch: -1, mask: 0x4000, name: [])] }
    #endif
    for notice in all { effect.add(notice, watches, selection, known) }
    // A write through a link that was made elsewhere since the last look, into a mapping, or to what a link
    // leads to that was made since then, is seen by the look only.
    if ![8, 9, 12].contains(kind), effect == NoticeEffect(), let snapshot,
      known?.difference(from: snapshot) == nil,
      !isSame
    {
      wronglyFresh += 1
    }
  }

  /// The next process knows what was kept.
  mutating func dieSometimes() {
    guard mode == .killed, random.oneIn(10), let table = snapshot else { return }
    let kept = KeptInputs(key: "k", selection: selection.digest, sources: [:], table: table)
    (watches, notices, effect) = (nil, TreeNotices(), NoticeEffect())
    snapshot = KeptInputs(kept.bytes)?.table
    // It reads only what has another stamp.
    known = snapshot
  }

  mutating func startSometimes() {
    guard random.oneIn(5) else { return }
    (snapshot, truth) = (known, contents)
  }

  private func put(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private mutating func text() -> String { String(random.below(3)) }

  mutating func change() throws -> Int {
    let kind = random.below(18)
    let (one, other) = (path(random.pick(names)), path(random.pick(names)))
    let files = FileManager.default
    try? files.createDirectory(atPath: path("sub/deep"), withIntermediateDirectories: true)
    switch kind {
    case 0:
      // Of links that lead to each other none can be written.
      try? put(one, text())
    case 1: try? files.removeItem(atPath: one)
    case 2: rename(one, other)
    case 3:
      // An editor replaces a file.
      try put(path("x.tmp"), text())
      rename(path("x.tmp"), one)
    case 4:
      // In place, with the old size and the old times.
      var status = stat()
      guard stat(one, &status) == 0 else { break }
      let descriptor = open(one, O_WRONLY)
      _ = text().withCString { pwrite(descriptor, $0, 1, 0) }
      var times = [status.st_atim, status.st_mtim]
      futimens(descriptor, &times)
      close(descriptor)
    case 5: chmod(one, random.oneIn(2) ? 0o600 : 0o755)
    case 6: utimensat(AT_FDCWD, one, nil, 0)
    case 7: truncate(one, off_t(random.below(2)))
    case 8:
      // Written through another name.
      try? files.removeItem(atPath: outside.path + "/hard")
      guard link(one, outside.path + "/hard") == 0 else { break }
      let descriptor = open(outside.path + "/hard", O_WRONLY)
      _ = text().withCString { pwrite(descriptor, $0, 1, 0) }
      close(descriptor)
    case 9:
      // A store into a mapping.
      let descriptor = open(one, O_RDWR)
      defer { if descriptor >= 0 { close(descriptor) } }
      var status = stat()
      guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_size > 0,
        let place = mmap(nil, 1, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), place != MAP_FAILED
      else { break }
      place.storeBytes(of: UInt8(0x30 + random.below(3)), as: UInt8.self)
      munmap(place, 1)
    case 10:
      try? files.removeItem(atPath: one)
      symlink(other, one)
    case 11:
      try put(outside.path + "/target", text())
      try? files.removeItem(atPath: one)
      symlink(outside.path + "/target", one)
    case 12: try put(outside.path + "/target", text())
    case 13: rename(path("sub"), path("moved"))
    case 14: rename(path("moved"), path("sub/back"))
    case 15: try? files.removeItem(atPath: path("sub"))
    case 16: try put(path("x.tmp"), text())
    default: try? files.copyItem(atPath: one, toPath: other)
    }
    return kind
  }
}
