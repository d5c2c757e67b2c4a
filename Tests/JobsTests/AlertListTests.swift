import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct AlertListTests {
  private func alert(_ name: String, _ state: String = "active") -> String {
    #"{"labels":{"alertname":"\#(name)","b":"2","a":"1"},"status":{"state":"\#(state)"},"more":[1]}"#
  }

  private func list(_ alerts: String...) throws -> AlertList {
    try AlertList(Array("[\(alerts.joined(separator: ","))]".utf8))
  }

  @Test func `no alert is a success`() throws {
    let list = try list()
    #expect(list.value == "none")
    #expect(list.failure == nil)
  }

  @Test func `an alert that fires is a failure with its name`() throws {
    let list = try list(alert("Slow"))
    #expect(list.value == "1: Slow")
    #expect(list.failure == "Slow fires")
    #expect(list.firing.map(\.text) == ["Slow a=1 b=2"])
  }

  @Test func `an alert that is not processed yet fires`() throws {
    try expectEqual(list(alert("Slow", "unprocessed")).failure, "Slow fires")
  }

  @Test func `several alerts are counted, and the first names are listed once`() throws {
    let list = try list(alert("A"), alert("A"), alert("B"), alert("C"), alert("D"))
    #expect(list.value == "5: A")
    #expect(list.failure == "5 alerts fire: A, B, C, …")
  }

  @Test func `alerts that are silenced do not fire`() throws {
    let list = try list(alert("A", "suppressed"), alert("B", "suppressed"))
    #expect(list.value == "none, 2 silenced")
    #expect(list.failure == nil)
    try expectEqual(self.list(alert("A", "suppressed"), alert("B")).value, "1: B, 1 silenced")
  }

  @Test func `an alert without a name has its labels`() throws {
    let list = try AlertList(Array(#"[{"labels":{"a":"1"},"status":{"state":"active"}}]"#.utf8))
    #expect(list.failure == "a=1 fires")
  }

  @Test(arguments: [
    "", "[", "{}", "null", "<html></html>", #"[{"labels":{}}]"#, #"[{"labels":1,"status":{}}]"#, "\u{0}",
  ])
  func `anything else is not the answer of an Alertmanager`(body: String) {
    #expect(throws: JobFailure.unexpectedJSON("the answer is not that of an Alertmanager")) {
      try AlertList(Array(body.utf8))
    }
  }
}
