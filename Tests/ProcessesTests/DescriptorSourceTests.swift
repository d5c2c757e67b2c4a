import Dispatch
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Uses real sockets, and waits for the calls of the handlers.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct DescriptorSourceTests {
  /// A pair of connected sockets that do not block.
  private final class Pair {
    let near, far: Int32
    private var isFarOpen = true

    init() {
      var ends: [Int32] = [-1, -1]
      #if canImport(Darwin)
      socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
      #else
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      #endif
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      (near, far) = (ends[0], ends[1])
    }

    func hangUp() {
      if isFarOpen { close(far) }
      isFarOpen = false
    }

    deinit {
      hangUp()
      close(near)
    }
  }

  private func byte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? byte : nil
  }

  #if os(Linux)
  /// The name of the present thread, of which Linux keeps 15 bytes.
  private var threadName: String {
    let file = open("/proc/thread-self/comm", O_RDONLY)
    defer { close(file) }
    var name = [UInt8](repeating: 0, count: 16)
    let count = read(file, &name, name.count)
    return String(decoding: name.prefix(max(0, count - 1)), as: UTF8.self)
  }
  #endif

  private func turn() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  @Test func `a handler is called while there is something to read`() async {
    let pair = Pair()
    let (bytes, arrived) = AsyncStream.makeStream(of: UInt8.self)
    let source = DescriptorSource(.readable, pair.near) {
      var byte: UInt8 = 0
      // One byte of a call, so that the next call is for what is left.
      if read(pair.near, &byte, 1) == 1 { arrived.yield(byte) }
    }
    source.setOn(true)
    #expect(write(pair.far, [1, 2, 3] as [UInt8], 3) == 3)
    var found: [UInt8] = []
    for await byte in bytes {
      found.append(byte)
      if found.count == 3 { break }
    }
    #expect(found == [1, 2, 3])
    withExtendedLifetime(source) {}
  }

  @Test func `a source that is off, or new, tells nothing, and tells it when it is on`() async {
    let pair = Pair()
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    var count = 0
    let source = DescriptorSource(.readable, pair.near) {
      count += 1
      called.yield()
    }
    #expect(write(pair.far, [1] as [UInt8], 1) == 1)
    for _ in 0..<20 { await turn() }
    #expect(count == 0)
    source.setOn(true)
    for await _ in calls { break }
    source.setOn(false)
    let before = count
    for _ in 0..<20 { await turn() }
    #expect(count == before)
  }

  @Test func `reading and writing of one descriptor are told apart`() async {
    let pair = Pair()
    // There is room to write again and again: millions of such events, if the machine is busy.
    let (words, told) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    let readable = DescriptorSource(.readable, pair.near) {
      _ = self.byte(from: pair.near)
      told.yield("readable")
    }
    let writable = DescriptorSource(.writable, pair.near) { told.yield("writable") }
    readable.setOn(true)
    writable.setOn(true)
    for await word in words {
      #expect(word == "writable")
      break
    }
    writable.setOn(false)
    #expect(write(pair.far, [1] as [UInt8], 1) == 1)
    for await word in words where word == "readable" { break }
  }

  @Test(arguments: [DescriptorSource.Event.readable, .writable])
  func `a peer that has gone is told`(event: DescriptorSource.Event) async {
    let pair = Pair()
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    // Nothing more can be written until the peer has gone.
    let block = [UInt8](repeating: 0, count: 65_536)
    while write(pair.near, block, block.count) > 0 {}
    let source = DescriptorSource(event, pair.near) { called.yield() }
    source.setOn(true)
    for _ in 0..<20 { await turn() }
    pair.hangUp()
    for await _ in calls { break }
    source.setOn(false)
  }

  @Test func `a released source is cancelled, and the number can be used again`() async {
    for round in 1...100 {
      let pair = Pair()
      let (calls, called) = AsyncStream.makeStream(of: Bool.self)
      var source: DescriptorSource? = DescriptorSource(.readable, pair.near) {
        called.yield(self.byte(from: pair.near) == UInt8(round))
      } onCancelled: {
        called.finish()
      }
      source?.setOn(true)
      #expect(write(pair.far, [UInt8(round)], 1) == 1)
      for await isRight in calls {
        #expect(isRight)
        break
      }
      source = nil
      for await _ in calls {}
    }
  }

  #if os(Linux)
  /// Waking another thread would take a part of the time between a key and its picture.
  @Test func `the thread that waits calls the handlers while the main queue is idle`() async {
    let pair = Pair()
    let (names, called) = AsyncStream.makeStream(of: String.self)
    let source = DescriptorSource(.readable, pair.near) {
      _ = self.byte(from: pair.near)
      called.yield(self.threadName)
    }
    source.setOn(true)
    var seen: Set<String> = []
    // Other tests use the main queue, too.
    for _ in 0..<1_000 where !seen.contains("signalbox.event") {
      #expect(write(pair.far, [1] as [UInt8], 1) == 1)
      for await name in names {
        seen.insert(name)
        break
      }
    }
    #expect(seen.contains("signalbox.event"), "\(seen)")
    withExtendedLifetime(source) {}
  }
  #endif

  /// What crashed with sources of Dispatch for the sockets themselves.
  @Test func `ten thousand peers that go at once are told once each`() async {
    for _ in 0..<100 {
      let pairs = (0..<100).map { _ in Pair() }
      var sources: [Int: DescriptorSource] = [:]
      let (ends, ended) = AsyncStream.makeStream(of: Int.self)
      for (index, pair) in pairs.enumerated() {
        sources[index] = DescriptorSource(.readable, pair.near) {
          sources[index] = nil
          ended.yield(index)
        }
        sources[index]?.setOn(true)
      }
      for pair in pairs { pair.hangUp() }
      var seen: Set<Int> = []
      for await index in ends {
        #expect(seen.insert(index).inserted)
        if seen.count == pairs.count { break }
      }
    }
  }
}
