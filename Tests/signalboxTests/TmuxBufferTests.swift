import Foundation
import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct TmuxBufferTests {
  @Test func `tmux is there if the environment says so`() {
    #expect(TmuxBuffer.isPresent(in: ["TMUX": "/tmp/tmux-0/default,1,0"]))
    #expect(!TmuxBuffer.isPresent(in: ["TMUX": ""]))
    #expect(!TmuxBuffer.isPresent(in: [:]))
  }

  @Test func `a file that cannot be written is a failure`() async {
    #expect(await !TmuxBuffer.load("text", file: CopyFile(path: "/nowhere/copy.txt")))
  }
}
