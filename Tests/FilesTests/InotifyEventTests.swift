#if os(Linux)
import Glibc
import Testing

@testable import Files

@Suite(.timeLimit(.minutes(15))) struct InotifyEventTests {
  private func bytes(_ watch: Int32, _ name: String, padding: Int) -> [UInt8] {
    var header = inotify_event()
    header.wd = watch
    header.len = UInt32(name.utf8.count + padding)
    return withUnsafeBytes(of: header) { Array($0) } + Array(name.utf8)
      + [UInt8](repeating: 0, count: padding)
  }

  private func events(_ bytes: [UInt8]) -> [InotifyEvent] {
    bytes.withUnsafeBytes { InotifyEvent.all(in: $0) }
  }

  @Test func `names end at their padding`() {
    let two = bytes(1, "board.yml", padding: 7) + bytes(2, "", padding: 0) + bytes(1, "é", padding: 14)
    #expect(
      events(two) == [
        InotifyEvent(watch: 1, name: "board.yml"), InotifyEvent(watch: 2, name: nil),
        InotifyEvent(watch: 1, name: "é"),
      ])
  }

  @Test func `an incomplete event is ignored`() {
    let whole = bytes(1, "board.yml", padding: 7)
    for count in 0..<whole.count { #expect(events(Array(whole.prefix(count))) == []) }
  }
}
#endif
