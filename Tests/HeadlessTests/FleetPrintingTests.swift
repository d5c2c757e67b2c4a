import Etcd
import Foundation
import Testing

@testable import Cluster
@testable import Headless

/// A realm as text and as JSON.
@Suite(.timeLimit(.minutes(15))) struct FleetPrintingTests {
  private static let now: Int64 = 1_700_000_100_000

  private func view(_ entries: [(key: String, value: String)]) -> RealmView {
    let entries = entries.enumerated().map { number, entry in
      EtcdEntry(
        key: "/signalbox/1/shop/" + entry.key, value: Array(entry.value.utf8),
        createRevision: Int64(number + 1), modRevision: Int64(number + 1))
    }
    return RealmView(realm: "shop", results: [.range(entries: entries, more: false)], at: .zero)
  }

  private var busy: RealmView {
    view([
      (
        "host/m",
        #"{"host":"laptop","user":"ada","program":"signalbox 1","process":7,"started":1700000040000}"#
      ),
      ("board/web/m", #"{"actions":{"deploy":"1","test":"2","clean":"3"}}"#),
      (
        "run/web/deploy/0",
        #"{"run":"r","member":"m","host":"laptop","user":"ada","input":"staging","cause":"pressed","began":1700000088000}"#
      ),
      ("now/web/deploy/0", #"{"run":"r","value":"linking","fraction":0.5}"#),
      ("wait/web/deploy/w", #"{"member":"m","host":"laptop","user":"ada"}"#),
      (
        "run/ops/backup/0",
        #"{"run":"q","member":"gone","host":"desk","user":"ben","cause":"repeated","began":1700000000000}"#
      ),
      (
        "last/web/test",
        #"{"run":"t","result":"failed","host":"laptop","user":"ada","began":1700000090000,"ended":1700000095000,"message":"exit code 3"}"#
      ),
      ("stray", "1"),
    ])
  }

  private func lines(_ view: RealmView) -> [String] {
    FleetText.lines(view, realm: "shop", at: Self.now, ink: Ink(hasColor: false)).map(\.string)
  }

  @Test func `the text has a line for each action and each machine`() {
    #expect(
      lines(busy) == [
        "ops/backup  lost     on ben@desk, which does not respond; began 1m 40s ago; no machine shares it now",
        "web/clean   idle",
        "web/deploy  running  on ada@laptop for 12 s, 50 %, linking; 1 waiting",
        "web/test    failed   on ada@laptop 5 s ago, took 5.0 s, exit code 3",
        "shop: 1 machine:",
        "  ada@laptop  signalbox 1  for 1m 00s, web",
        "the key /signalbox/1/shop/stray is not signalbox's, or cannot be read",
      ])
  }

  @Test func `a realm without anything says so`() {
    #expect(lines(view([])) == ["no action has been shared yet", "shop: 0 machines"])
  }

  @Test func `what other machines have written cannot control the terminal`() {
    let view = view([
      ("host/m", #"{"host":"lap\u001b[31mtop","user":"ada","program":"p","process":7,"started":1}"#)
    ])
    #expect(!lines(view).joined().contains("\u{1B}"))
    #expect(!FleetJSON.text(view, realm: "shop", at: Self.now).contains("\u{1B}"))
  }

  @Test func `the JSON is one document with all that is known`() throws {
    let text = FleetJSON.text(busy, realm: "shop", at: Self.now)
    #expect(!text.contains("\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["realm"] as? String == "shop")
    #expect(object["at"] as? String == "2023-11-14T22:15:00.000Z")
    #expect(object["foreign"] as? [String] == ["/signalbox/1/shop/stray"])
    #expect(object["division"] is NSNull)
    let member = try #require((object["members"] as? [[String: Any]])?.first)
    #expect(member["program"] as? String == "signalbox 1")
    #expect(member["boards"] as? [String] == ["web"])
    let actions = try #require(object["actions"] as? [[String: Any]])
    #expect(actions.map { $0["state"] as? String } == ["lost", "idle", "running", "failed"])
    let run = try #require((actions[2]["runs"] as? [[String: Any]])?.first)
    #expect(run["host"] as? String == "laptop")
    #expect(run["progress"] as? Int == 50)
    #expect(run["lost"] as? Bool == false)
    #expect(run["input"] as? String == "staging")
    #expect(run["since"] as? String == "2023-11-14T22:14:48.000Z")
    #expect((actions[0]["runs"] as? [[String: Any]])?.first?["lost"] as? Bool == true)
    #expect((actions[2]["queue"] as? [[String: Any]])?.count == 1)
    let last = try #require(actions[3]["last"] as? [String: Any])
    #expect(last["age_ms"] as? Int == 5_000)
    #expect(last["duration_ms"] as? Int == 5_000)
    #expect(last["message"] as? String == "exit code 3")
    #expect(last["value"] is NSNull)
    #expect(actions[1]["last"] is NSNull)
  }
}
