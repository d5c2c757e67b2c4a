import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct SelfPipeTests {
  @Test func `bytes arrive in order`() throws {
    let pipe = try SelfPipe()
    defer { pipe.close() }
    for byte in UInt8(1)...3 { pipe.write(byte) }
    #expect(pipe.read() == [1, 2, 3])
  }

  @Test func `an empty pipe does not block its reader`() throws {
    let pipe = try SelfPipe()
    defer { pipe.close() }
    #expect(pipe.read() == [])
  }

  @Test func `a full pipe does not block its writer`() throws {
    let pipe = try SelfPipe()
    defer { pipe.close() }
    for _ in 0..<100_000 { pipe.write(7) }
    #expect(pipe.read() == Array(repeating: 7, count: 64))
  }
}
