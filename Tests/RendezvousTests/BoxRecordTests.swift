import Testing

@testable import Rendezvous

@Suite(.timeLimit(.minutes(15))) struct BoxRecordTests {
  @Test(arguments: ["/plain", "/with\nnewline", "/with space/ä", ""])
  func `a record is read as it was written`(path: String) {
    for state in [nil, path + "/state"] {
      let record = BoxRecord(process: 17, socket: path, board: path + "/board", state: state)
      #expect(BoxRecord(parsing: record.encoded) == record)
    }
  }

  @Test func `a record that is being written is no record`() {
    let bytes = BoxRecord(process: 17, socket: "/s", board: "/b", state: "/d").encoded
    for count in bytes.indices { #expect(BoxRecord(parsing: Array(bytes[..<count])) == nil) }
    #expect(BoxRecord(parsing: bytes + bytes) == nil)
    for process in [0, -1] {
      #expect(
        BoxRecord(parsing: BoxRecord(process: Int32(process), socket: "", board: "", state: nil).encoded)
          == nil)
    }
  }
}
