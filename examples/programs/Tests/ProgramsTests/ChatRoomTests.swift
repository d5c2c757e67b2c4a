import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct ChatRoomTests {
  private let scheduler = TestScheduler()
  private let written: Recorder<String>

  init() { written = Recorder(scheduler) }

  /// A room whose disk needs a second for each message.
  private func makeRoom() -> ChatRoom {
    ChatRoom(executor: scheduler) { [scheduler, written] message in
      try? await scheduler.sleep(for: .seconds(1))
      written.record(message.text)
    }
  }

  @Test func `what is said before the writer has started is written, too`() {
    let room = makeRoom()
    room.say("hello", as: "Ada")
    room.say("hi", as: "Bob")
    scheduler.advance(by: .seconds(5))
    #expect(written.lines == ["1: hello", "2: hi"])
  }

  @Test func `a slow disk loses nothing, even when the room is gone`() {
    var room: ChatRoom? = makeRoom()
    for number in 1...2_000 { room?.say("\(number)", as: "Ada") }
    scheduler.advance(by: .seconds(10))
    room = nil
    #expect(written.values.count == 10)
    scheduler.advance(by: .seconds(2_000))
    #expect(written.values == (1...2_000).map { "\($0)" })
  }

  @Test func `messages of many threads are each written once`() async {
    let count = LiveData(data: 0)
    var room: ChatRoom? = ChatRoom { _ in count.modify { $0 += 1 } }
    let writing = room?.writing
    if let room {
      DispatchQueue.concurrentPerform(iterations: 500) { room.say("\($0)", as: "thread") }
    }
    room = nil
    await writing?.value
    #expect(count.data == 500)
  }

  @Test func `everybody in the room hears each message at once`() {
    let room = makeRoom()
    let heard = Recorder(room.messages.map(\.author), scheduler)
    room.say("hello", as: "Ada")
    #expect(heard.values == ["Ada"])
  }
}
