import Board
import Boundary
import Testing
import Wire

@testable import Agents

@Suite(.timeLimit(.minutes(15))) struct EraTests {
  private var seat = TestSeat([TestSeat.action("build")])

  private mutating func code() -> Int? { seat.next()?["error"]?["code"]?.integer() }

  @Test mutating func `what is no request gets its error, and the server goes on`() {
    let lines = [
      ("{", -32_700), (String(repeating: "[", count: 100_000), -32_700),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600), (#"{"id":1,"method":"ping"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":true,"method":"tools/list"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#, -32_602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32_602), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
    ]
    for (line, expected) in lines {
      seat.line(line)
      let code = code()
      #expect(code == expected, "\(line.prefix(80))")
    }
    seat.request("tools/list")
    #expect(seat.next()?["result"]?["tools"] != nil)
  }

  @Test mutating func `a modern client discovers, and an initialize after that is refused`() {
    seat.request("server/discover")
    let result = seat.next()?["result"]
    #expect(result?["supportedVersions"] == ["2026-07-28"])
    #expect(result?["resultType"] == "complete")
    #expect(result?["cacheScope"] == "private")
    seat.isModern = false
    seat.request("initialize", ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": [:]])
    let error = seat.next()?["error"]
    #expect(error?["code"] == -32_022)
    #expect(error?["data"]?["supported"] == ["2026-07-28"])
  }

  @Test mutating func `another version is refused with those that are spoken`() {
    seat.line(
      #"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}"#
    )
    let message = seat.next()
    #expect(message?["id"] == "a")
    #expect(message?["error"]?["code"] == -32_022)
  }

  @Test(arguments: [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("2031-01-01", "2025-11-25")])
  func `a legacy client gets its version, or the newest`(_ offered: String, _ expected: String) {
    var seat = TestSeat([TestSeat.action("build")])
    seat.isModern = false
    seat.request("initialize", ["protocolVersion": .text(offered), "capabilities": [:]])
    let result = seat.next()?["result"]
    #expect(result?["protocolVersion"] == .text(expected))
    #expect(result?["resultType"] == nil)
    seat.request("tools/list")
    let list = seat.next()?["result"]
    #expect(list?["tools"]?.list?.count == 8)
    for field in ["resultType", "ttlMs", "cacheScope", "_meta"] {
      #expect(list?[field] == nil, "\(field) is of the modern era")
    }
    seat.request("ping")
    #expect(seat.next()?["result"] == [:])
  }

  @Test mutating func `the id keeps its type, also zero`() {
    seat.isModern = false
    seat.line(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#)
    #expect(seat.next()?["id"] == 0)
    seat.line(#"{"jsonrpc":"2.0","id":"0","method":"ping"}"#)
    #expect(seat.next()?["id"] == "0")
  }

  @Test mutating func `unknown notifications and late cancellations are ignored`() {
    seat.notify("notifications/none", [:])
    seat.notify("notifications/cancelled", ["requestId": 777])
    seat.request("no/such")
    #expect(code() == -32_601)
    #expect(seat.next() == nil)
  }

  @Test func `a client names itself with printable characters, and not too many`() {
    let name = Client(
      info: ["name": .text("a\u{1B}[31m\u{202E}é" + String(repeating: "x", count: 90))], capabilities: nil
    ).name
    #expect(name == "a[31m" + String(repeating: "x", count: 35))
    #expect(Client(info: ["name": "  "], capabilities: nil).title == "agent (agent)")
  }

  @Test func `only a client with forms can ask`() {
    func canElicit(_ capability: JSONTree) -> Bool {
      Client(info: nil, capabilities: ["elicitation": capability]).canElicit
    }
    #expect(canElicit([:]))
    #expect(canElicit(["form": [:], "url": [:]]))
    #expect(!canElicit(["url": [:]]))
    #expect(!Client(info: nil, capabilities: [:]).canElicit)
  }

  @Test mutating func `the end of the input ends the server, and listens get a result`() {
    seat.request("subscriptions/listen", ["notifications": ["toolsListChanged": true]])
    #expect(seat.next()?["method"] == "notifications/subscriptions/acknowledged")
    seat.take(.endOfInput)
    #expect(seat.next()?["result"]?["resultType"] == "complete")
    #expect(seat.wish() == .end)
  }
}
